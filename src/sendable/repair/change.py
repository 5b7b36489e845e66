"""What a pass did, and how much of the conversation a change may cost."""

from enum import IntEnum
from typing import Any

import msgspec

from sendable.errors import UsageError


class Loss(IntEnum):
    """What a change costs the conversation; a caller sets the highest that is allowed."""

    KEEPS = 0
    """Moved, merged, relabelled or answered: nothing is gone."""
    DEMOTES = 1
    """Kept in another form, such as a call told as text."""
    DROPS = 2
    """Gone."""

    @classmethod
    def named(cls, name: "str | Loss") -> "Loss":
        """The loss of that name: keeps, demotes or drops.

        Raises:
            UsageError: there is none.
        """
        if isinstance(name, Loss):
            return name
        try:
            return cls[name.upper()]
        except (KeyError, AttributeError):
            raise UsageError(f"unknown loss {name!r}: one of keeps, demotes, drops") from None

    def __str__(self) -> str:
        return self.name.lower()


ASKED = "asked for the beta"
"""How every change begins that leaves the request as it is, and asks for a beta."""


class Change(msgspec.Struct, frozen=True):
    """One thing that a pass did.

    Attributes:
        by: name of the pass.
        rule: the rule that it answers; "" for the passes that change what no rule refuses.
        path: where, in the request as it was given.
        loss: keeps, demotes or drops.
        invents: whether something was put in that nobody said.
        what: what happened, in words that hold nothing of the conversation.
        cost: what the change does to cache and thinking, see `costs`; None where that was not judged.
        since: the place from which on it matters, where that is not its path.
        compared: whether it touches what the API compares and the cache reads; a cache breakpoint is none of that.
    """

    by: str
    rule: str
    path: str
    loss: Loss
    what: str
    invents: bool = False
    cost: dict[str, Any] | None = None
    since: str = ""
    compared: bool = True

    @property
    def only_asks(self) -> bool:
        """Whether the request stays as it is, and is merely to be sent with a beta."""
        return self.what.startswith(ASKED)

    def as_json(self) -> dict[str, Any]:
        """The change as reports and the command write it."""
        return {
            "pass": self.by,
            "rule": self.rule or None,
            "path": self.path,
            "loss": str(self.loss),
            "invents": self.invents,
            "what": self.what,
            "cost": self.cost,
        }
