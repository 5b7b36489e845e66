"""Repair the first messages of a request once more as it was done when they were all of it."""

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

import msgspec

from sendable.contract.check import judged
from sendable.prefix.ledger import Ledger
from sendable.repair.change import Change
from sendable.repair.past import Past
from sendable.repair.state import Cut
from sendable.repair.work import Work
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import steps
from sendable.wire.seals import Seals, begins, sealed, shared

Json = dict[str, Any]

REMEMBERED = 16


class Repeated(msgspec.Struct, frozen=True):
    """The first messages of a request, as an earlier request sent them.

    Attributes:
        given: how many they were as they were given.
        messages: the messages as they were sent.
        system: the system prompt as it was sent, as a field; none where there was none.
        origins: where the parts of these messages stood in the request as given.
        changes, betas, ids: what was done.
    """

    given: int = 0
    messages: list[Any] = []
    system: Json = {}
    origins: Origins = msgspec.field(default_factory=Origins)
    changes: list[Change] = []
    betas: frozenset[str] = frozenset()
    ids: dict[str, dict[str, str]] = {}

    def grown(self, request: Json, end: int | None = None) -> Json:
        """A request with these as its first messages, up to one of its messages."""
        return {**request, **self.system, "messages": [*self.messages, *request["messages"][self.given : end]]}

    def origins_in(self, request: Json, end: int | None = None) -> Origins:
        """The origins of the parts of the grown request."""
        root = Origins()
        below = self.origins.below or {}
        if "system" in below:
            root.put("system", below["system"])
        if "messages" in below:
            former = below["messages"]
            longer = Origins()
            longer.below, longer.whole = former.below, former.whole
            if former.order is not None:
                count = len(request["messages"]) if end is None else end
                longer.order = [*former.order[: len(self.messages)], *range(self.given, count)]
            root.put("messages", longer)
        return root


UNREPEATED = Repeated()


def repeat(given: Index, before: Repeated, cut: Cut, past: Past) -> Repeated:
    """Repair a request up to a cut as it was done then.

    Args:
        given: the request.
        before: what was repeated up to the cut before this one.
        cut: where the request ended at that time.
        past: what was known at that time.
    """
    end = cut.at.messages
    upto = before.grown(given.request, end)
    index = Index(given.source.with_request(upto))
    past = msgspec.structs.replace(past, index=index, origins=before.origins_in(given.request, end))
    target = cut.target.target().for_request(upto)
    work = Work(index, target, cut.options, judged(index, target), past).run_all()
    held = work.index.request
    kept = [change for change in work.changes if steps(change.path)[:1] in (("messages",), ("system",))]
    return Repeated(
        end,
        held["messages"],
        {"system": held["system"]} if "system" in held else {},
        work.origins,
        [*before.changes, *kept],
        before.betas | work.betas,
        joined(before.ids, work.ids),
    )


def joined(some: Mapping[str, dict[str, str]], more: Mapping[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The ids and names that two repairs mapped."""
    return {kind: {**some.get(kind, {}), **more.get(kind, {})} for kind in (*some, *more)}


class _Kept(msgspec.Struct, frozen=True):
    """What was repeated, with the seals of all that it depends on, and of itself: whoever sends it may change it."""

    around: Seals
    given: Seals
    sent: Seals
    removed: list[str]
    repeated: Repeated


class Memo:
    """Remembers what was repeated last, for a few conversations; each is looked at before it is believed."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}

    def find(self, given: Index, cut: Cut, removed: list[str]) -> Repeated | None:
        """What was repeated up to a cut; None where that is not known, or anything it depends on is another."""
        kept = self._kept.get(_name(cut))
        if kept is None or kept.removed != removed:
            return None
        around, messages, sent = _around(given.request), given.request["messages"], _sent(kept.repeated)
        seals = given.source.seals or sealed(messages)
        holds = (
            begins(around, kept.around) == kept.around
            and shared(kept.given, seals, messages, {}) == kept.given.count
            and begins(sent, kept.sent) == kept.sent
        )
        return kept.repeated if holds else None

    def keep(self, given: Index, cut: Cut, removed: list[str], repeated: Repeated) -> None:
        """Remember what was repeated up to a cut."""
        request = given.request
        messages = sealed(request["messages"][: cut.at.messages])
        kept = _Kept(sealed(_around(request)), messages, sealed(_sent(repeated)), removed, repeated)
        self._kept.pop(_name(cut), None)
        self._kept[_name(cut)] = kept
        while len(self._kept) > REMEMBERED:
            del self._kept[next(iter(self._kept))]


def _name(cut: Cut) -> str:
    return repr(cut)


def _around(request: Json) -> list[Any]:
    return [{name: held for name, held in request.items() if name != "messages"}]


def _sent(repeated: Repeated) -> list[Any]:
    return [*repeated.messages, repeated.system]


_MEMOS: WeakKeyDictionary[Ledger, Memo] = WeakKeyDictionary()


def memo_of(ledger: Ledger | None) -> Memo:
    """The memo that lives as long as a ledger; without one nothing is remembered."""
    return Memo() if ledger is None else _MEMOS.setdefault(ledger, Memo())
