"""Go on with a conversation whose earlier requests were repaired: repeat what was decided by their ends."""

from collections.abc import Sequence

import msgspec

from sendable.prefix.ledger import Ledger
from sendable.prefix.rolling import Point as Prefix
from sendable.prefix.rolling import Rolling
from sendable.repair.past import Past
from sendable.repair.points import points_of
from sendable.repair.repeat import UNREPEATED, Repeated, memo_of, repeat
from sendable.repair.state import Aim, Cut, Point, Refused, State
from sendable.repair.thinking_keys import thinking_keys
from sendable.repair.told_alike import Kind
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import Path


class Start(msgspec.Struct, frozen=True):
    """Where a repair starts.

    Attributes:
        index: the request as given, or with its first messages as earlier requests sent them.
        past: what is known of the earlier requests.
        repeated: what was repeated.
        cuts: the cuts that still hold.
        removed: the thinking that earlier requests lost, as the state names it.
        refused: the fields that the API refused in earlier requests.
    """

    index: Index
    past: Past
    repeated: Repeated = UNREPEATED
    cuts: list[Cut] = []
    removed: list[str] = []
    refused: list[Refused] = []


def resumed(given: Index, target: Target, state: State | None, rolling: Rolling, ledger: Ledger | None) -> Start:
    """The start of a repair.

    Args:
        given: the request.
        target: where it goes.
        state: what was kept of the last one; None for the first.
        rolling: remembers the points of conversations.
        ledger: knows what some thinking was made under.
    """
    if ledger is not None:
        points_of(given, rolling)  # before anybody can change what the seals tell of
    if state is None:
        return Start(given, Past(given, ledger=ledger, rolling=rolling))
    points = points_of(given, rolling)
    keys = thinking_keys(given) if state.removed or state.stale else {}
    cuts = [cut for cut in state.cuts if _holds(cut.at, points)]
    repeated = _repeated(given, state, cuts, keys, rolling, ledger)
    index = given if repeated is UNREPEATED else _grown(given, repeated, rolling, ledger)
    known = state.given if state.given is not None and _holds(state.given, points) else None
    seen = known.messages if known is not None else cuts[-1].at.messages if cuts else 0
    past = Past(
        index=index,
        origins=repeated.origins_in(given.request),
        given=seen,
        new=max(len(points) - 1 - seen, 0),
        sent=state.sent if known is not None else None,
        last=state.sent,
        removed=_named(keys, state.removed),
        stale=_named(keys, state.stale),
        drop_block=state.drop_block,
        ledger=ledger,
        rolling=rolling,
        refused=_refused_by(target, state.refused),
    )
    return Start(index, past, repeated, cuts, state.removed, state.refused)


def _refused_by(target: Target, refused: Sequence[Refused]) -> tuple[Kind, ...]:
    """The fields that this very target refused; another one may take them."""
    aim = Aim.of(target) if refused else None
    return tuple(one.kind for one in refused if one.target == aim)


def _grown(given: Index, repeated: Repeated, rolling: Rolling, ledger: Ledger | None) -> Index:
    """The request with its first messages as they were sent."""
    source = given.source.with_request(repeated.grown(given.request))
    if ledger is None:
        return Index(source)
    index = rolling.index(source.sealed())
    points_of(index, rolling)
    return index


def _repeated(
    given: Index, state: State, cuts: Sequence[Cut], keys: dict[Path, str], rolling: Rolling, ledger: Ledger | None
) -> Repeated:
    """What was sent up to the last of the cuts; from the last one on that is still known."""
    memo = memo_of(ledger)
    found = UNREPEATED
    left = list(cuts)
    for at in range(len(cuts) - 1, -1, -1):
        remembered = memo.find(given, cuts[at], state.removed)
        if remembered is not None:
            found, left = remembered, list(cuts[at + 1 :])
            break
    for cut in left:
        before = _named(keys, state.removed[: cut.removed])
        now = _named(keys, state.removed) - before
        past = Past(given=cut.known, removed=before, removed_now=now, rolling=rolling, repeats=True)
        found = repeat(given, found, cut, past)
    if left:
        memo.keep(given, left[-1], state.removed, found)
    return found


def _named(keys: dict[Path, str], names: Sequence[str]) -> frozenset[Path]:
    wanted = {*names}
    return frozenset(path for path, key in keys.items() if key in wanted)


def _holds(at: Point, points: Sequence[Prefix]) -> bool:
    return at.messages < len(points) and points[at.messages].exact.hex() == at.point
