"""What a repair leaves for the next request of the conversation."""

from functools import cached_property
from typing import Any

from sendable.contract.check import judged
from sendable.contract.finding import Finding
from sendable.contract.prefix_check import lets_drop
from sendable.repair.change import Change
from sendable.repair.edited_since import points_kept
from sendable.repair.order import ORDER
from sendable.repair.past import Sent
from sendable.repair.points import points_of
from sendable.repair.prefix_changes import frame_digest, thinking_digest
from sendable.repair.resume import Start
from sendable.repair.state import VERSION, Aim, Cut, Point, Refused, State
from sendable.repair.thinking_keys import found_again, same_thinking, thinking_keys, thinking_of
from sendable.repair.told_alike import REFUSED_FIELD, kind_of
from sendable.repair.work import Work
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import Path

Json = dict[str, Any]

DECIDED_BY_ENDS = frozenset(one.name for one in ORDER if one.unstable and not one.marks)
"""Passes that a longer request does not lead to the same outcome; what they did is repeated."""

NOTHING_LOST: tuple[list[str], list[str]] = [], []


class Keeping:
    """The outcome of a repair, as the next one asks for it.

    Args:
        given: the request as it was given.
        start: where the repair started.
        work: the repair when it was done.
        target: where the request goes.
        findings: what was wrong with the request where the repair started.
    """

    def __init__(self, given: Index, start: Start, work: Work, target: Target, findings: list[Finding]) -> None:
        self._given = given
        self._start = start
        self._work = work
        self._target = target
        self._rolling = start.past.rolling
        self._findings = findings
        if start.past.ledger is not None:
            points_of(work.index, self._rolling)  # before anybody can change what the seals tell of

    @cached_property
    def stale(self) -> set[Path]:
        """Places, in the request as given, of thinking that is in the repaired request and goes stale."""
        if not self._work.stale:
            return set()
        stale = {id(block.value) for block in self._work.stale}
        return {path for path, value in self._left.items() if id(value) in stale}

    @cached_property
    def before(self) -> list[Finding]:
        """The findings of the request as it was given."""
        found = self._findings if self._start.index is self._given else judged(self._given, self._target)
        ledger = self._start.past.ledger
        if ledger is None or not (self._work.changes or self._work.stale):
            return found
        return [*found, *ledger.foresee(self._given, self._target)]

    def state(self) -> Json:
        """The state, made when it is asked for."""
        return self._state.as_json()

    @cached_property
    def _left(self) -> dict[Path, Json]:
        """The thinking that is left, by its place in the request as given."""
        before, now = thinking_of(self._given), thinking_of(self._work.index)
        found = zip(found_again(before, now), now, strict=True)
        return {before[at].path: block.value for at, block in found if at is not None}

    @cached_property
    def _state(self) -> State:
        given = points_of(self._given, self._rolling)
        sent = points_of(self._work.index, self._rolling)
        past = self._start.past
        if not given or not sent:
            return State(VERSION, drop_block=self._drops_blocks(), refused=self._refused())
        at = Point(len(given) - 1, given[-1].exact.hex())
        cuts = [*self._start.cuts]
        if any(_is_decided_by_end(change) for change in self._work.changes):
            removed = len(self._start.removed)
            cuts.append(Cut(at, past.given, Aim.of(self._target), self._work.options, removed))
        gone, stale = self._lost()
        return State(
            VERSION,
            at,
            Sent(
                len(sent) - 1,
                sent[-1].exact.hex(),
                frame_digest(self._work.index),
                points_kept(sent),
                thinking_digest(sent[-1]),
            ),
            cuts,
            [*self._start.removed, *gone],
            stale,
            self._drops_blocks(),
            self._refused(),
        )

    def _refused(self) -> list[Refused]:
        """The fields that the API refused, in this request and before."""
        fields = (one.place for one in self._work.answered if one.rule == REFUSED_FIELD)
        kinds = (kind_of(self._given.request, place) for place in fields)
        new = [Refused(kind, Aim.of(self._target)) for kind in kinds if kind is not None]
        return [*self._start.refused, *(one for one in new if one not in self._start.refused)]

    def _lost(self) -> tuple[list[str], list[str]]:
        """The thinking that was removed now, and the thinking that is left and stale."""
        if not self._work.stale and same_thinking(self._given, self._work.index):
            return NOTHING_LOST
        keys = thinking_keys(self._given)
        known = {*self._start.removed}
        gone = [key for path, key in keys.items() if path not in self._left and key not in known]
        return gone, [key for path, key in keys.items() if path in self.stale]

    def _drops_blocks(self) -> bool:
        asked = lets_drop(self._work.index.request.get("thinking")) and not lets_drop(
            self._given.request.get("thinking")
        )
        return asked or self._start.past.drop_block


def _is_decided_by_end(change: Change) -> bool:
    return change.by in DECIDED_BY_ENDS and change.path.partition(".")[0] in ("messages", "system")
