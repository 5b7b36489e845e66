"""What changes cost: thinking that goes stale behind them, and what of the prompt cache is paid again.

The cost of a change, counted on the request as it was given, as if it were the only one:

- `thinking`: how many thinking blocks behind its place go stale, because the target checks the prefix and the change
  touches what it compares: system, tools or messages, thinking and cache breakpoints aside. 0 on other targets. Where
  the server is asked to drop what fails, those that fail: nobody reads them.
- `cache_from`: the place from which on the prompt cache cannot be read any more: `tools`, `system`, or a message or
  block. A change of the thinking setting, the effort or the tool choice restarts the messages. None where nothing does.
- `bytes`: the JSON of system, tools and messages from that place on, in their order in the cache: tools, system,
  messages. `tokens`: a quarter of that.

A change that repeats one of an earlier request costs nothing, since the request goes on from what was sent then. Nor
does one in front of thinking that is known to stand where it was made: it makes of the rest what was sent.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from sendable.contract.prefix_check import checks_prefix
from sendable.prefix.cost import MESSAGES, SYSTEM, TOOLS, Place, place_of
from sendable.prefix.encoding import encoded
from sendable.prefix.parameters import restarting
from sendable.repair.change import Change
from sendable.repair.thinking_keys import thinking_of
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING
from sendable.wire.paths import Path, found, steps

Json = dict[str, Any]

BYTES_A_TOKEN = 4
NOTHING: Json = {"thinking": 0, "cache_from": None, "bytes": 0, "tokens": 0}


class Costs:
    """Finds the cost of changes to a request.

    Args:
        given: the request as it was given.
        repaired: what became of it.
        target: where it goes.
        known: how many of its messages are behind an earlier request of the conversation that had the same repairs.
        sure: a place of it in front of which all is known to be as it was sent.
    """

    def __init__(self, given: Index, repaired: Json, target: Target, known: int = 0, sure: Path | None = None) -> None:
        self.given = given
        self.known = known
        self.sure = None if sure is None else place_of(sure)
        self._repaired = repaired
        self._target = target
        self._frame: dict[str, int] = {}
        self._behind: list[int] | None = None
        self._inside: dict[int, list[int]] = {}

    @cached_property
    def _checks(self) -> bool:
        return checks_prefix(self._target, self._repaired.get("thinking"))

    @cached_property
    def _thinking(self) -> list[Place]:
        return [(block.message, block.position) for block in thinking_of(self.given)]

    @cached_property
    def _restarting(self) -> set[str]:
        before, now = restarting(self.given.request, self._target), restarting(self._repaired, self._target)
        return {name for name, held in before.items() if held != now[name]}

    def of(self, change: Change) -> Json:
        """The cost of one change."""
        path = steps(change.since or change.path)
        if path[:1] not in (("system",), ("tools",), ("messages",)):
            return self._restart(MESSAGES, 0) if path[:1] and path[0] in self._restarting else NOTHING
        place = place_of(path)
        if not change.compared or (place >= MESSAGES and path[:1] == ("messages",) and place[0] < self.known):
            return NOTHING
        if self.sure is not None and place < self.sure and not self._is_thinking(place):
            return NOTHING
        return self._restart(place, self._lost(change, place))

    def sum_of(self, changes: Sequence[Change], left: int, stale: int) -> Json:
        """The cost of all changes together, with the thinking that was kept and lost.

        Args:
            changes: with their costs.
            left: how many thinking blocks the repaired request holds.
            stale: how many of those the target will not read any more.
        """
        restarts = [cost for change in changes if (cost := change.cost) and cost["cache_from"] is not None]
        most = max(restarts, key=lambda cost: int(cost["bytes"]), default=NOTHING)
        kept = left - stale
        return {**most, "thinking": {"kept": kept, "lost": max(count_thinking(self.given) - kept, 0)}}

    def _lost(self, change: Change, place: Place) -> int:
        if change.path == "thinking":
            return len(self._thinking) - bisect_left(self._thinking, place)
        return 0 if self._is_thinking(place) else self._stale(place)

    def _is_thinking(self, place: Place) -> bool:
        held = found(self.given.request, ("messages", place[0], "content", place[1])) if place[1] >= 0 else None
        return isinstance(held, dict) and str(held.get("type")) in THINKING

    def _stale(self, place: Place) -> int:
        return len(self._thinking) - bisect_right(self._thinking, place) if self._checks else 0

    def _restart(self, place: Place, thinking: int) -> Json:
        size = self._size_from(place)
        where = {TOOLS: "tools", SYSTEM: "system"}.get(place) or _told(place)
        return {"thinking": thinking, "cache_from": where, "bytes": size, "tokens": size // BYTES_A_TOKEN}

    def _size_from(self, place: Place) -> int:
        request, messages = self.given.request, _messages(self.given.request)
        message, block = place
        if message < 0:
            fields = ("tools", "system") if place == TOOLS else ("system",)
            return sum(self._size_of(name) for name in fields if name in request) + self._rest(0)
        if message >= len(messages):
            return 0
        if block <= 0:
            return self._rest(message)
        return self._inside_from(message, block) + self._rest(message + 1)

    # What is summed once for all changes: there may be as many of them as there are blocks.

    def _size_of(self, field: str) -> int:
        """Bytes of the tools or the system."""
        if field not in self._frame:
            self._frame[field] = len(encoded(self.given.request[field]))
        return self._frame[field]

    def _inside_from(self, message: int, block: int) -> int:
        """Bytes of a message's blocks from one on; of the message itself where it holds no list."""
        held = _messages(self.given.request)[message]
        content = held.get("content") if isinstance(held, dict) else None
        if not isinstance(content, list):
            return self._rest(message) - self._rest(message + 1)
        if message not in self._inside:
            self._inside[message] = _from_each_on(content)
        return self._inside[message][min(block, len(content))]

    def _rest(self, start: int) -> int:
        """Bytes of the messages from one on."""
        if self._behind is None:
            self._behind = _from_each_on(_messages(self.given.request))
        return self._behind[start]


def _from_each_on(parts: Sequence[Any]) -> list[int]:
    """Bytes of the parts from each of them on, and of none at the end."""
    sizes = [0]
    for part in reversed(parts):
        sizes.append(sizes[-1] + len(encoded(part)))
    return sizes[::-1]


def with_costs(changes: Sequence[Change], costs: Costs, repeated: int = 0) -> list[Change]:
    """The changes, each with its cost; the first ones that `repeated` counts have none."""
    return [
        msgspec.structs.replace(change, cost=NOTHING if at < repeated else costs.of(change))
        for at, change in enumerate(changes)
    ]


def count_thinking(index: Index) -> int:
    """How many thinking blocks a request holds."""
    return sum(len(index.top.get(kind, ())) for kind in THINKING)


def _messages(request: Json) -> Sequence[Any]:
    held = request.get("messages")
    return held if isinstance(held, (list, tuple)) else []


def _told(place: Place) -> str:
    return f"messages.{place[0]}" if place[1] < 0 else f"messages.{place[0]}.content.{place[1]}"
