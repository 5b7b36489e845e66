"""Go on with a conversation whose earlier requests were repaired: repeat what was decided by their ends."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sendable.contract.check import judged
from sendable.prefix.ledger import Ledger
from sendable.prefix.rolling import Point as Prefix
from sendable.prefix.rolling import Rolling
from sendable.repair.change import Change
from sendable.repair.past import Past
from sendable.repair.points import points_of
from sendable.repair.state import Cut, Point, State
from sendable.repair.thinking_keys import thinking_keys
from sendable.repair.work import Work
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import Path, steps

Json = dict[str, Any]


class Start(msgspec.Struct, frozen=True):
    """Where a repair starts.

    Attributes:
        index: the request as given, or with its first messages as earlier requests sent them.
        past: what is known of the earlier requests.
        changes, betas, ids: what was repeated.
        cuts: the cuts that still hold.
        removed: the thinking that earlier requests lost, as the state names it.
    """

    index: Index
    past: Past
    changes: list[Change] = []
    betas: frozenset[str] = frozenset()
    ids: dict[str, dict[str, str]] = {}
    cuts: list[Cut] = []
    removed: list[str] = []


def resumed(given: Index, state: State | None, rolling: Rolling, ledger: Ledger | None) -> Start:
    """The start of a repair.

    Args:
        given: the request.
        state: what was kept of the last one; None for the first.
        rolling: remembers the points of conversations.
        ledger: knows what some thinking was made under.
    """
    if state is None:
        return Start(given, Past(given.request, ledger=ledger, rolling=rolling))
    points = points_of(given, rolling)
    keys = thinking_keys(given) if state.removed or state.stale else {}
    removed, stale = (_named(keys, names) for names in (state.removed, state.stale))
    start = Start(given, Past(given.request, removed=removed, stale=stale, rolling=rolling, repeats=True))
    cuts: list[Cut] = []
    for cut in state.cuts:
        if not _holds(cut.at, points):
            break
        before = _named(keys, state.removed[: cut.removed])
        past = msgspec.structs.replace(start.past, given=cut.known, removed=before, removed_now=removed - before)
        start = _repeated(given, msgspec.structs.replace(start, past=past), cut)
        cuts.append(cut)
    known = state.given if state.given is not None and _holds(state.given, points) else None
    seen = known.messages if known is not None else cuts[-1].at.messages if cuts else 0
    past = msgspec.structs.replace(
        start.past,
        request=start.index.request,
        given=seen,
        new=max(len(points) - 1 - seen, 0),
        sent=state.sent if known is not None else None,
        removed=removed,
        removed_now=frozenset(),
        drop_block=state.drop_block,
        ledger=ledger,
        repeats=False,
    )
    return msgspec.structs.replace(start, past=past, cuts=cuts, removed=state.removed)


def _named(keys: dict[Path, str], names: Sequence[str]) -> frozenset[Path]:
    wanted = {*names}
    return frozenset(path for path, key in keys.items() if key in wanted)


def _holds(at: Point, points: Sequence[Prefix]) -> bool:
    return at.messages < len(points) and points[at.messages].exact.hex() == at.point


def _repeated(given: Index, start: Start, cut: Cut) -> Start:
    """Repair the request up to a cut as it was done then, and put what follows behind it."""
    listed = given.request["messages"]
    taken = start.index.request["messages"]
    behind = len(listed) - cut.at.messages
    upto = {**start.index.request, "messages": taken[: len(taken) - behind]}
    past = msgspec.structs.replace(start.past, request=upto)
    index = Index(given.source.with_request(upto))
    target = cut.target.target().for_request(upto)
    work = Work(index, target, cut.options, judged(index, target), past).run_all()
    held = work.index.request
    request = {**given.request, "messages": [*held["messages"], *listed[cut.at.messages :]]}
    if "system" in held:
        request["system"] = held["system"]
    origins = _extended(work.origins, len(held["messages"]), cut.at.messages, len(listed))
    kept = [change for change in work.changes if steps(change.path)[:1] in (("messages",), ("system",))]
    return Start(
        Index(given.source.with_request(request)),
        msgspec.structs.replace(start.past, origins=origins),
        [*start.changes, *kept],
        start.betas | work.betas,
        {kind: {**start.ids.get(kind, {}), **work.ids.get(kind, {})} for kind in {*start.ids, *work.ids}},
    )


def _extended(origins: Origins, held: int, known: int, count: int) -> Origins:
    """The origins of the first messages, with those of the messages behind them.

    Args:
        origins: those of a repaired request.
        held: how many messages it has.
        known: how many it had as it was given.
        count: how many the whole request has as it is given.
    """
    root = Origins()
    below = origins.below or {}
    if "system" in below:
        root.put("system", below["system"])
    if "messages" in below:
        former = below["messages"]
        longer = Origins()
        longer.below, longer.whole = former.below, former.whole
        if former.order is not None:
            longer.order = [*former.order[:held], *range(known, count)]
        root.put("messages", longer)
    return root
