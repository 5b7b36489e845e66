"""One walk over a request that every rule and pass reads.

The walk only sorts what is there: blocks by kind, messages by turn, cache marks in the order of the prefix. It judges
nothing and skips what has no shape to sort; the schema walk reports that.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from copy import copy
from itertools import islice, takewhile
from operator import attrgetter, is_
from typing import Any, TypeVar

from sendable.wire.blocks import NESTS, SYSTEM, TOOLS, Block, Message, Turn, items_of, listed
from sendable.wire.read import Source, read

T = TypeVar("T")

_SPEAKERS = frozenset({"user", "assistant"})
_NOTHING = object()


class Index:
    """A request, sorted once.

    Args:
        source: whatever `read` takes.
        former: an index of a request that began like this one: what stands in the messages that are the identical
            objects is not looked at once more.
        alike: at most how many; those are known to hold what they held.
        goes_on: whether all messages of the former one are known to be there, the identical objects.

    Attributes:
        source: the request as read.
        request: its body.
        messages: the messages that are objects.
        turns: runs of messages of one role.
        others: those of them that are neither the user's nor the assistant's.
        top: top-level blocks of messages, by kind, in document order.
        inner: blocks nested in those, by kind.
        system: the blocks of the `system` array; one block for a bare string.
        tools: the tool definitions, as blocks whose kind is their `type` ("custom" without one).
        alike: how many of its messages are those of a former index.
        former, around: that one, and what was found in system and tools; see `wire.grown`.
    """

    __slots__ = ("_kept", "_marked", "alike", "around", "former", "inner", "messages", "others", "request", "source",
                 "system", "tools", "top", "turns")  # fmt: skip

    def __init__(
        self, source: object, former: "Index | None" = None, alike: int | None = None, *, goes_on: bool = False
    ) -> None:
        self.source: Source = read(source)
        self.request = self.source.request
        self.messages: list[Message] = []
        self.turns: list[Turn] = []
        self.others: list[Turn] = []
        self.top: dict[str, list[Block]] = {}
        self.inner: dict[str, list[Block]] = {}
        held = former if alike is None else None
        self.system = self._same("system", held) or listed(self.request.get("system"), SYSTEM, "")
        self.tools = self._same("tools", held) or listed(self.request.get("tools"), TOOLS, "custom")
        self._marked: list[Block] = []
        self._kept: dict[object, object] = {}
        self.around: dict[object, object] = {}
        self.former: Index | None = None
        self.alike = 0
        messages = self.request.get("messages")
        if isinstance(messages, (list, tuple)):
            self._walk(messages, 0 if former is None else self._begin(former, messages, alike, goes_on))

    def bare(self) -> "Index":
        """The same index, to be kept as a former one: without what was found out later."""
        other = copy(self)
        other._kept, other.former = {}, None
        return other

    def blocks(self, *kinds: str) -> list[Block]:
        """Top-level blocks of messages of these kinds, kind by kind, each in document order."""
        if len(kinds) == 1:
            return self.top.get(kinds[0], [])
        return [block for kind in kinds for block in self.top.get(kind, ())]

    def nested(self, *kinds: str) -> list[Block]:
        """Blocks of these kinds that are nested in other blocks."""
        return [block for kind in kinds for block in self.inner.get(kind, ())]

    def once(self, make: Callable[["Index"], T]) -> T:
        """What `make` finds in this index; computed the first time it is asked for, and kept with the index."""
        held: T | object = self._kept.get(make, _NOTHING)
        if held is _NOTHING:
            held = self._kept[make] = make(self)
        return held  # type: ignore[return-value]

    @property
    def marks(self) -> list[Block]:
        """The blocks that carry `cache_control`, in the order of the prefix: tools, system, messages."""
        return self.once(Index._find_marks)

    @property
    def features(self) -> tuple[frozenset[str], frozenset[str]]:
        """What the request holds, as names that rules subscribe to: kinds of blocks, roles and marks; and fields."""
        return self.once(Index._find_features)

    def _find_marks(self) -> list[Block]:
        ahead = [b for b in (*self.tools, *self.system) if b.value.get("cache_control") is not None]
        return ahead + self._marked

    def _find_features(self) -> tuple[frozenset[str], frozenset[str]]:
        found = {*self.top, *self.inner}
        found.update(f"role:{turn.role}" for turn in self.others)
        if self._marked or self.marks or self.request.get("cache_control") is not None:
            found.add("cache_control")
        return frozenset(found), frozenset(self.request)

    def _begin(self, former: "Index", messages: Sequence[Any], alike: int | None, goes_on: bool) -> int:
        """Take over the first messages of another index; gives how many."""
        count = len(former.messages)
        if not goes_on:
            same = map(is_, map(_VALUE, former.messages), messages)
            count = sum(takewhile(bool, same if alike is None else islice(same, alike)))
        if not count or former.messages[count - 1].at != count - 1:
            return 0
        self.alike = count
        self.messages = former.messages[:count]
        last = former.turns[self.messages[-1].turn]
        rest = [message for message in last.messages if message.at < count]
        self.turns = former.turns[: last.number]
        self.others = [turn for turn in former.others if turn.number < last.number]
        turn = Turn(last.role, last.number, rest)
        self.turns.append(turn)
        self.others += [turn] if turn.role not in _SPEAKERS else []
        whole = count == len(former.messages)
        self.top, self.inner = _before(former.top, count, whole), _before(former.inner, count, whole)
        self._marked = former._marked[: bisect_left(former._marked, count, key=_MESSAGE)]
        return count

    def _same(self, field: str, former: "Index | None") -> list[Block]:
        """The blocks of a field of a former request that holds the identical object; else none."""
        if former is None or self.request.get(field) is not former.request.get(field):
            return []
        held: list[Block] = getattr(former, field)
        return held

    def _walk(self, messages: Sequence[Any], start: int) -> None:
        """The walk over `messages`. It runs for every block of every request: one loop, no calls that can be saved."""
        adders = {kind: blocks.append for kind, blocks in self.top.items()}
        add_message, add_turn = self.messages.append, self.turns.append
        turn = self.turns[-1] if start else Turn("", -1, [])
        role_before: object = messages[start - 1].get("role") if start else None
        number = turn.number
        for at, value in enumerate(islice(messages, start, None), start):
            if not isinstance(value, dict):
                continue
            role = value.get("role")
            if role != role_before or number < 0:
                role_before = role
                number += 1
                turn = Turn(str(role), number, [])
                add_turn(turn)
                if turn.role not in _SPEAKERS:
                    self.others.append(turn)
            blocks: list[Block] = []
            message = Message(value, turn.role, at, number, blocks)
            turn.messages.append(message)
            add_message(message)
            content = value.get("content")
            items, position = (content, -1) if content.__class__ is list else items_of(content)
            for item in items:
                position += 1
                if not isinstance(item, dict):
                    continue
                kind = item.get("type", "")
                if kind.__class__ is not str:
                    kind = ""
                block = Block(item, kind, at, position)
                blocks.append(block)
                try:
                    adders[kind](block)
                except KeyError:
                    adders[kind] = self.top.setdefault(kind, []).append
                    adders[kind](block)
                if kind in NESTS or "cache_control" in item:
                    self._look_into(block)

    def _look_into(self, block: Block) -> None:
        if block.value.get("cache_control") is not None:
            self._marked.append(block)
        if block.kind in NESTS:
            self._nested(block)

    def _nested(self, parent: Block) -> None:
        if parent.kind == "tool_result" and parent.value.get("content").__class__ is str:
            return
        held: object = parent.value
        for step in NESTS[parent.kind]:
            held = held.get(step) if isinstance(held, dict) else None
        if not isinstance(held, (list, tuple)):
            return
        for position, item in enumerate(held):
            if not isinstance(item, dict):
                continue
            kind = item.get("type", "")
            block = Block(item, kind if isinstance(kind, str) else "", parent.message, position, parent)
            self._sort(self.inner, block)
            if item.get("cache_control") is not None:
                self._marked.append(block)
            if block.kind in NESTS and parent.parent is None:
                self._nested(block)

    @staticmethod
    def _sort(into: dict[str, list[Block]], block: Block) -> None:
        if block.kind in into:
            into[block.kind].append(block)
        else:
            into[block.kind] = [block]


def _before(found: dict[str, list[Block]], end: int, whole: bool) -> dict[str, list[Block]]:
    """Those of the blocks that stand in front of a message, or all of them."""
    if whole:
        return {kind: blocks[:] for kind, blocks in found.items()}
    return {kind: held for kind, blocks in found.items() if (held := blocks[: bisect_left(blocks, end, key=_MESSAGE)])}


_VALUE, _MESSAGE = attrgetter("value"), attrgetter("message")
