"""Compare two requests as the API compares them, and say what their differences cost.

Compared are `system`, the set of `tools` and the messages, as values; thinking is judged by its chain. Everything else
can only touch the prompt cache.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from sendable.collector import without_collector
from sendable.contract.prefix_check import lets_drop
from sendable.prefix.alignment import Alignment, align, same
from sendable.prefix.canonical import exact_system
from sendable.prefix.comparison import Comparison, Difference, Unread
from sendable.prefix.cost import SYSTEM, Restart, Sizes, place_of
from sendable.prefix.doubts import continued, doubt_of_systems
from sendable.prefix.fields import first_difference
from sendable.prefix.handling import asks_for_cache, is_checked
from sendable.prefix.key_order import key_orders
from sendable.prefix.message_differences import Found, Sides, message_differences
from sendable.prefix.parameters import parameter_differences
from sendable.prefix.scope import Scope, scope_of
from sendable.prefix.side import Side
from sendable.prefix.thinking_differences import thinking_differences
from sendable.prefix.thoughts import Thought, made_before, thoughts
from sendable.prefix.tool_differences import tool_differences
from sendable.prefix.unread import is_bound, unread_by
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import dotted
from sendable.wire.read import read

Json = dict[str, Any]


@without_collector
def compare(earlier: object, later: object, target: Target | None = None, *, every: bool = False) -> Comparison:
    """Whether a later request extends an earlier one, and what it costs where it does not.

    The later request is taken for the next one of the same conversation: the turn behind the messages of the earlier
    one is its answer.

    Args:
        earlier: the request that was sent: bytes, str, a dict, a list of messages or a Batches line.
        later: the one that is to be sent.
        target: where it goes; the direct API and the later request's own model by default.
        every: name every difference, not only the first.

    Raises:
        UnreadableError: one of them is no request.
    """
    return compared(_body(earlier), _body(later), Target.of(target), every=every)


def _body(request: object) -> Json:
    return request.request if isinstance(request, Index) else read(request).request


def compared(
    earlier: Json, later: Json, target: Target, *, every: bool = False, answer: Sequence[Thought] | None = None
) -> Comparison:
    """As `compare`, for bodies; `answer` is the thinking of the response to the earlier one, where that is known."""
    return _Comparing(earlier, later, target, answer).done(every)


class _Comparing:
    """One comparison at work."""

    def __init__(self, earlier: Json, later: Json, target: Target, answer: Sequence[Thought] | None) -> None:
        self.earlier, self.later = earlier, later
        self.target = target.for_request(later)
        self.maker = target.model or earlier.get("model") or self.target.model
        self.checks = is_checked(self.target, later)
        self.one, self.other = Side(_messages(earlier)), Side(_messages(later))
        self.answer = answer
        self.answered = answer is not None
        self.scope = scope_of(self.one, self.other)
        one, other = _cut(self.one, self.scope.earlier), _cut(self.other, self.scope.later)
        self.sides = Sides(one, other)
        self.starts = self.scope.earlier[0], self.scope.later[0]
        self.before = thoughts(self.one.messages, self.scope.earlier)
        self.thinking = thoughts(self.other.messages, self.scope.later)
        self.alignment: Alignment = align(one, self._up_to_the_answer(other), self.starts)
        self.end = self.alignment.end
        self.paths = [thought.path for thought in self.thinking]
        self.places = [thought.place for thought in self.thinking]
        # Requests without one message in common: nobody can say which turn of the later one is the answer.
        self.apart = self._apart()
        self.old = made_before(self.before, self.thinking, 0 if self.apart else self.end, answer)
        self.sizes = Sizes(later, self.other.raw, self.end)
        self.others = 0

    def _up_to_the_answer(self, later: Side) -> Side:
        """The messages in front of the answer, where it is known; it stands for none of the earlier request."""
        keys = {thought.key for thought in self.answer or ()} - {thought.key for thought in self.before}
        at = next((thought.place[0] for thought in self.thinking if thought.key in keys), None)
        if at is None or (self.sides.earlier and continued(self.sides.earlier[-1], later.messages[at])):
            return later
        return later.until(at)

    def _apart(self) -> bool:
        compared = len(self.sides.earlier) - self.starts[0]
        if not compared or sum(len(gap.earlier) for gap in self.alignment.gaps) < compared:
            return False
        known = {thought.key for thought in self.before}
        return any(thought.place[0] < self.end and thought.key not in known for thought in self.thinking)

    def done(self, every: bool) -> Comparison:
        found = [*self._system(), *self._tools(), *sorted(self._in_messages(every), key=lambda one: one.place)]
        aside = [*(one for one in found if not one.prefix), *self._aside()]
        found = [one for one in found if one.prefix]
        unread = tuple(self._unread())
        stale, unsure = self._stale(found, unread)
        restarts = [one.cache for one in (*found, *aside) if one.cache is not None]
        return Comparison(
            differences=(*(found if every else found[:1]), *aside),
            count=len(found) + self.others,
            extends=not found,
            checks=self.checks,
            drops=lets_drop(self.later.get("thinking")),
            stale=stale,
            unsure=unsure,
            unread=unread,
            cache=max(restarts, key=lambda one: one.bytes, default=None),
            caching=asks_for_cache(self.one, self.earlier),
        )

    def _system(self) -> Iterator[Difference]:
        here, there = exact_system(self.earlier), exact_system(self.later)
        if same(here, there):
            return
        doubt = doubt_of_systems(here, there)
        if not here or not there:
            how = "added" if there else "removed"
            found = Found(
                f"system-{how}", ("system",), not doubt, doubt or f"a system prompt was {how}", SYSTEM, not there
            )
        else:
            spot = first_difference(here, there)
            path = ("system", *(spot.path if spot else ()))
            gone = spot is not None and spot.how == "removed"
            found = Found("system-changed", path, not doubt, doubt or "the system prompt was changed", SYSTEM, gone)
        yield self._difference(self._open(found))

    def _tools(self) -> Iterator[Difference]:
        for one in tool_differences(self.earlier, self.later):
            gone = one.kind == "tool-removed"
            yield self._difference(self._open(Found(one.kind, one.path, one.sure, one.what, one.place, gone)))

    def _open(self, found: Found) -> Found:
        """Behind a threshold compaction the prefix starts at its block; whether the fields before count is open."""
        return found._replace(sure=False) if self.scope.open else found

    def _in_messages(self, every: bool) -> Iterator[Difference]:
        """What differs in the messages; unless all are asked for, those behind one that is sure are only counted."""
        reach = len(self.paths)
        known: Difference | None = None
        for found in message_differences(self.sides, self.alignment, every):
            if known is not None and found.place > known.place:
                self.others += 1
                continue
            difference = self._difference(self._shifted(found))
            reach = min(reach, difference.first) if found.sure else reach
            known = difference if found.sure and not every else known
            yield difference
        for found in self._before_answer():
            yield self._difference(found)
        yield from self._compacted()
        for one in thinking_differences(self.before, self.thinking, self.alignment, self.starts, self.answer):
            first = len(self.paths) if one.first is None else one.first
            if one.kind == "thinking-moved" and first >= reach:
                continue  # it moved with its message
            yield Difference(
                one.kind, one.path, "changed" if one.sure else "unsure", one.what, one.first is not None, one.gone,
                one.place, first, self._restart(one.place), self._at_risk(),
            )  # fmt: skip

    def _before_answer(self) -> Iterator[Found]:
        """What stands between the end of the earlier request and its answer: the thinking there was made without it."""
        if not any(self.old[bisect_left(self.places, (self.end, -1)) :]):
            return
        for j in range(self.end, len(self.sides.later)):
            role = self.sides.role("later", j)
            if role == "assistant":
                return
            what = "a message stands in front of the answer"
            what += "" if self.answered else ", unless it answers a request between these two"
            yield Found("message-inserted", ("messages", j), self.answered, what, (j, -1))

    def _shifted(self, found: Found) -> Found:
        """Count the blocks of the message that holds the compaction block from its start again."""
        at, block = self.scope.later
        if block <= 0 or found.place[0] != at or len(found.path) < 4 or found.gone:
            return found
        path = (*found.path[:3], int(found.path[3]) + block, *found.path[4:])
        return found._replace(path=path, place=(at, found.place[1] + block))

    def _compacted(self) -> Iterator[Difference]:
        if not self.scope.compacted:
            return
        fault = self.scope.fault
        place = self.scope.later
        what = fault and f"the thinking kept behind a compaction does not hold: {fault}"
        what = what or "earlier messages were replaced by a compaction; the thinking kept behind it holds"
        first = self._first(place) if fault else len(self.paths)
        kept = self.scope.earlier[0] < len(self.sides.earlier)
        path = "messages.0.content.0" if kept else _path_of(place)
        restart = self._restart((0, -1)) if kept else None
        yield Difference("compacted", path, "changed", what, bool(fault), False, place, first, restart, self._at_risk())

    def _difference(self, found: Found) -> Difference:
        return Difference(
            found.kind, dotted(found.path), "changed" if found.sure else "unsure", found.what, True, found.gone,
            found.place, self._first(found.place), self._restart(found.place), self._at_risk(),
        )  # fmt: skip

    def _aside(self) -> Iterator[Difference]:
        """What touches the cache alone."""
        none = len(self.paths)
        whole = self.alignment if self.scope == Scope() else None
        for one in parameter_differences(self.one, self.other, self.earlier, self.later, whole, self.target):
            restart = self._restart(one.place)
            yield Difference(
                "parameter-changed", one.path, "changed", one.what, False, False, one.place, none, restart, self.paths
            )
        for path in key_orders(self.sides, self.alignment):
            place = place_of(path)
            what = "the keys of a call's input stand in another order, which the cache sees and the check does not"
            yield Difference(
                "key-order", dotted(path), "changed", what, False, False, place, none, self._restart(place), self.paths
            )

    def _restart(self, place: tuple[int, int]) -> Restart | None:
        restart = self.sizes.restart(place)
        return restart if restart.bytes and place[0] < self.end else None

    def _at_risk(self) -> Sequence[str]:
        return () if self.checks is False else self.paths

    def _first(self, place: tuple[int, int]) -> int:
        """Number of the first thinking block behind a place that was made before; all behind it are bound to it."""
        at = bisect_right(self.places, place)
        return next((number for number in range(at, len(self.old)) if self.old[number]), len(self.old)) \
            if at < len(self.old) else at  # fmt: skip

    def _stale(self, found: Sequence[Difference], unread: Sequence[Unread]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The blocks that go stale, and those that may."""
        count = len(self.paths)
        sure = min((one.first for one in found if one.certainty == "changed"), default=count)
        maybe = min((one.first for one in found), default=count)
        left_out = {path for lost in unread if lost.certainty == "changed" for path in lost.paths}
        if self.checks is False:
            return (), ()
        certain = self.checks is True and is_bound(self.maker) and not any(one.certainty == "unsure" for one in unread)
        if self.apart and not self.answered:
            known = {thought.key for thought in self.before}
            certain = certain and any(thought.key in known for thought in self.thinking)
        stale = self.paths[sure:] if certain else []
        doubtful = self.paths[maybe : sure if certain else None]
        return _without(stale, left_out), _without(doubtful, left_out)

    def _unread(self) -> Iterator[Unread]:
        maker, reader = self.maker, self.target.model
        made = [path for path, old in zip(self.paths, self.old, strict=True) if old]
        if isinstance(maker, str) and reader and made:
            lost = unread_by(reader, maker, self.target.platform, made)
            if lost is not None:
                yield lost


def _path_of(place: tuple[int, int]) -> str:
    return f"messages.{place[0]}.content.{place[1]}" if place[1] >= 0 else f"messages.{place[0]}"


def _without(paths: Sequence[str], left_out: set[str]) -> tuple[str, ...]:
    return tuple(path for path in paths if path not in left_out) if left_out else tuple(paths)


def _messages(request: Json) -> list[Any]:
    held = request.get("messages")
    return held if isinstance(held, list) else []


def _cut(side: Side, place: tuple[int, int]) -> Side:
    """The messages with what stands before the compaction block in its own message cut off."""
    return side.cut(*place) if place[1] > 0 else side
