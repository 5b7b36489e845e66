"""What comparing two requests gives: their differences, and what these cost."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from sendable.prefix.cost import Place, Restart

Certainty = Literal["changed", "unsure"]


class Difference(msgspec.Struct, frozen=True):
    """One difference between two requests.

    Attributes:
        kind: what it is: `system-changed`, `tool-added`, `message-removed`, `thinking-returned` and so on.
        path: where, in the later request; where the part stood in the earlier one when it is gone.
        certainty: "changed", or "unsure" where the documents leave open whether it counts.
        what: in words, without anything of the content.
        prefix: whether it lies in what the API compares; the others touch the prompt cache alone.
        gone: whether `path` speaks of the earlier request.
        place: the place in the later request from which on it matters.
        first: how many thinking blocks of the later request it leaves alone.
        cache: where the prompt cache restarts; None when it does not.
    """

    kind: str
    path: str
    certainty: Certainty
    what: str
    prefix: bool = True
    gone: bool = False
    place: Place = (0, -1)
    first: int = 0
    cache: Restart | None = None
    thinking: Sequence[str] = ()

    @property
    def stale(self) -> tuple[str, ...]:
        """The thinking blocks of the later request that it makes stale, or may make stale when it is unsure."""
        return tuple(self.thinking[self.first :])

    def as_json(self) -> dict[str, Any]:
        """The difference as reports write it; of the stale blocks the first and their number."""
        count = max(len(self.thinking) - self.first, 0)
        return {
            "kind": self.kind,
            "path": self.path,
            "in": "earlier" if self.gone else "later",
            "certainty": self.certainty,
            "what": self.what,
            "prefix": self.prefix,
            "stale": {"from": self.thinking[self.first] if count else None, "count": count},
            "cache": None if self.cache is None else self.cache.as_json(),
        }


class Unread(msgspec.Struct, frozen=True):
    """Thinking that the model of the later request does not read, or of which nobody knows whether it does.

    Attributes:
        maker: the model that made it.
        reader: the model that it goes to.
        certainty: "changed" when it is left out silently, "unsure" when that is not known.
        paths: the blocks.
    """

    maker: str
    reader: str
    certainty: Certainty
    paths: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The loss as reports write it."""
        return {"maker": self.maker, "reader": self.reader, "certainty": self.certainty, "paths": list(self.paths)}


class Comparison(msgspec.Struct, frozen=True):
    """Whether a later request extends an earlier one, and what it costs where it does not.

    Attributes:
        differences: the first difference in what the API compares, or all of them when that was asked for, and what
            touches the prompt cache alone.
        count: how many differences there are in what the API compares.
        extends: whether there are none.
        checks: whether the target holds thinking against what precedes it; None when its model is unknown.
        drops: whether the request asks the server to drop what fails, instead of refusing it.
        stale: paths of the thinking blocks of the later request that go stale.
        unsure: paths of those that may.
        unread: thinking that another model made and this one does not read.
        cache: where the prompt cache restarts; None when all that was sent before can be read.
        caching: whether the earlier request asked for a cache at all.
    """

    differences: tuple[Difference, ...]
    count: int
    extends: bool
    checks: bool | None
    drops: bool
    stale: tuple[str, ...]
    unsure: tuple[str, ...]
    unread: tuple[Unread, ...]
    cache: Restart | None
    caching: bool

    @property
    def first(self) -> Difference | None:
        """The first difference in what the API compares."""
        return next((difference for difference in self.differences if difference.prefix), None)

    @property
    def verdict(self) -> str:
        """In one word: stale, unsure, or safe."""
        return "stale" if self.stale else "unsure" if self.unsure else "safe"

    def as_json(self) -> dict[str, Any]:
        """The comparison as the command writes it."""
        return {
            "verdict": self.verdict,
            "extends": self.extends,
            "checks": self.checks,
            "drops": self.drops,
            "count": self.count,
            "differences": [difference.as_json() for difference in self.differences],
            "stale": list(self.stale),
            "unsure": list(self.unsure),
            "unread": [lost.as_json() for lost in self.unread],
            "cache": None if self.cache is None else self.cache.as_json(),
            "caching": self.caching,
        }
