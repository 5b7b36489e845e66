"""What is kept of a repair, so that the next request of the conversation repeats it.

Digests, numbers and names of fields only, nothing of the conversation. Most repairs are decided by what precedes them
and find themselves again in a longer request. The few that were decided by the end of the request at that time are
cuts: the request is repaired once more up to there, as it was then, before anything behind it is looked at. So what was
put in is put in again at its place.
"""

from typing import Any

import msgspec

from sendable.contract.known_betas import only_known_betas
from sendable.errors import UsageError
from sendable.repair.options import Options
from sendable.repair.past import Sent
from sendable.repair.told_alike import Kind
from sendable.targets import Target
from sendable.targets.public_name import public_name

VERSION = 1


class Point(msgspec.Struct, frozen=True):
    """The first messages of a request as it was given: how many, and the digest of them, in hex."""

    messages: int
    point: str


class Aim(msgspec.Struct, frozen=True, omit_defaults=True):
    """A target as JSON: as much of it as anything is judged by, without names that an account made up."""

    platform: str = "api"
    model: str | None = None
    betas: list[str] | None = None
    endpoint: str = "messages"
    enforces_prefix: bool = True

    @classmethod
    def of(cls, target: Target) -> "Aim":
        """The target, to be kept."""
        betas = None if target.betas is None else only_known_betas(target.betas)
        model = None if target.model is None else public_name(target.model)
        return cls(target.platform, model, betas, target.endpoint, target.enforces_prefix)

    def target(self) -> Target:
        """The target again."""
        return Target(self.platform, self.model, self.betas, self.endpoint, self.enforces_prefix)


class Cut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A request whose repair was decided by its end.

    Attributes:
        at: its messages, as they were given.
        known: how many of them the request before it had.
        removed: how much of `State.removed` was removed before it.
        target, options: what it was repaired for.
    """

    at: Point
    known: int
    target: Aim
    options: Options
    removed: int = 0


class Refused(msgspec.Struct, frozen=True):
    """A field of all objects of a kind that the API refused for a target; see `told_alike.Kind`."""

    kind: Kind
    target: Aim


class State(msgspec.Struct, frozen=True, omit_defaults=True):
    """The past of a conversation.

    Attributes:
        version: of this form.
        given: the messages of the last request as they were given.
        sent: the messages of the last request as they were sent.
        cuts: requests whose repair is repeated up to their end.
        removed: thinking that is left out for good, in the order in which it was removed: digests of signatures; `:2`
            behind one is the second with it.
        stale: thinking that is still sent although what precedes it changed.
        drop_block: whether the server is asked to drop thinking that fails.
        refused: fields that are left out since the API refused them.
    """

    version: int
    given: Point | None = None
    sent: Sent | None = None
    cuts: list[Cut] = []
    removed: list[str] = []
    stale: list[str] = []
    drop_block: bool = False
    refused: list[Refused] = []

    def as_json(self) -> dict[str, Any]:
        """The state as a small value of plain JSON."""
        kept: dict[str, Any] = msgspec.to_builtins(self)
        return kept


def read_state(value: Any) -> State | None:
    """The state that `as_json` wrote; None for None.

    Raises:
        UsageError: it is none, or of a newer version.
    """
    if value is None:
        return None
    try:
        state = msgspec.convert(value, State)
    except msgspec.ValidationError as fault:
        raise UsageError(f"this is no state of a conversation: {fault}") from None
    if state.version > VERSION:
        raise UsageError(f"a state of version {state.version}: this reads up to {VERSION}")
    return state
