"""Repair a request: each pass once, in the order of `order.py`, as long as something is found."""

from typing import Any

import msgspec

from sendable.contract.check import judged
from sendable.contract.finding import Finding
from sendable.conversation import Lost
from sendable.prefix.ledger import Ledger
from sendable.prefix.rolling import Rolling
from sendable.repair.bound_left import bound_left
from sendable.repair.change import Change, Loss
from sendable.repair.costs import Costs, count_thinking, with_costs
from sendable.repair.keep import Keeping
from sendable.repair.options import Options
from sendable.repair.prefix_changes import known_messages
from sendable.repair.repeat import joined
from sendable.repair.resume import Start, resumed
from sendable.repair.state import read_state
from sendable.repair.told import EVIDENCE, told_by
from sendable.repair.work import Work
from sendable.targets import Target
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import dotted
from sendable.wire.read import read, unread

Json = dict[str, Any]


class Repaired(msgspec.Struct, frozen=True):
    """The outcome of a repair.

    Attributes:
        request: the repaired request in the shape it was given in; the identical object when nothing had to change
            (for bytes: the value that was read).
        changes: what was done, in order; paths speak of the request as it was given.
        remaining: what the API would still refuse, thinking that goes stale among it; paths speak of the request as it
            was given, too.
        betas: betas to send that the changes ask for, sorted.
        ids: for `restore_ids`: the ids and names that were mapped, as `{"ids": {new: old}, "names": {new: old}}`.
        origins: for write-back: where each part of the repaired request stood in the one that was given.
        cost: what all changes cost together: `{"thinking": {"kept", "lost"}, "cache_from", "bytes", "tokens"}`, see
            `costs`.
        keeping: what is found out when it is asked for.
        lost: what a history held and no request can, and what was told as text instead; filled by `prepare`, whose
            paths are those of the history or, for what rendering leaves out, of the conversation.
    """

    request: Any
    changes: list[Change]
    remaining: list[Finding]
    betas: list[str]
    ids: dict[str, dict[str, str]]
    origins: Origins = msgspec.field(default_factory=Origins)
    cost: Json = msgspec.field(default_factory=dict)
    keeping: Keeping | None = None
    lost: list[Lost] = msgspec.field(default_factory=list)

    @property
    def accepted(self) -> bool:
        """Whether nothing remains that the API would refuse."""
        return not self.remaining

    @property
    def before(self) -> list[Finding]:
        """The findings of the request as it was given."""
        return [] if self.keeping is None else self.keeping.before

    @property
    def state(self) -> Json:
        """What to hand to the repair of the conversation's next request, once this one was sent: plain JSON."""
        return {} if self.keeping is None else self.keeping.state()


def repair(
    request: object,
    target: Target | None = None,
    *,
    max_loss: str | Loss = "drops",
    invent: bool = True,
    keep_orphans: bool = False,
    keep_tool_search: bool = False,
    add_betas: bool = False,
    state: Json | None = None,
    ledger: Ledger | None = None,
    told: Finding | str | None = None,
) -> Repaired:
    """Change a request as little as possible so that the API accepts it.

    Args:
        request: bytes, str, a dict (SDK models may stand inside), a list of messages or a Batches line; not mutated.
        target: where it goes; the direct API and the request's own model by default.
        max_loss: the highest loss that a change may have: keeps, demotes or drops.
        invent: whether a change may put in what nobody said; such changes carry `invents`.
        keep_orphans: tell a result without its call as text instead of dropping it.
        keep_tool_search: leave a tool search in flight where it is.
        add_betas: whether betas may be asked for that the known ones lack.
        state: `Repaired.state` of the request that was sent before this one, whose repairs are repeated.
        ledger: knows what thinking was made under, and so which of it a repair makes stale.
        told: what the API answered when this request was sent: its message, or the finding that `told_by` makes of
            it. It stays in `remaining` unless a pass acts on it.

    Raises:
        UnreadableError: the input is no request.
        UsageError: an unknown loss, or a state that is none.
    """
    options = Options(Loss.named(max_loss), invent, keep_orphans, keep_tool_search, add_betas)
    given = request if isinstance(request, Index) else _read(request, ledger)
    settled = Target.of(target).for_request(given.request)
    rolling = Rolling() if ledger is None else ledger.rolling
    start = resumed(given, settled, read_state(state), rolling, ledger)
    findings = judged(start.index, settled)
    work = Work(start.index, settled, options, findings, start.past, _unseen(told, given, findings)).run_all()
    return _outcome(given, settled, start, work, Keeping(given, start, work, settled, findings))


def _read(request: object, ledger: Ledger | None) -> Index:
    return Index(read(request)) if ledger is None else ledger.rolling.index(ledger.rolling.read(request))


def _outcome(given: Index, target: Target, start: Start, work: Work, keeping: Keeping) -> Repaired:
    known = known_messages(start.past, work.index, work.origins)
    costs = Costs(given, work.index.request, target, known or 0, work.sure)
    changes = with_costs(
        [*start.repeated.changes, *work.changes], costs, 0 if known is None else len(start.repeated.changes)
    )
    return Repaired(
        request=unread(given.source, work.index.request),
        changes=changes,
        remaining=[_at_origin(finding, work.origins) for finding in (*work.findings, *bound_left(work))],
        betas=sorted(start.repeated.betas | work.betas),
        ids=joined(start.repeated.ids, work.ids),
        origins=work.origins,
        cost=costs.sum_of(changes, count_thinking(work.index), len(keeping.stale)),
        keeping=keeping,
    )


def _unseen(told: Finding | str | None, given: Index, findings: list[Finding]) -> list[Finding]:
    """What the API told, unless it was found anyway."""
    if told is None:
        return []
    finding = told_by(told, given) if isinstance(told, str) else told
    if any(finding.rule == seen.rule for seen in findings):
        return []
    return [msgspec.structs.replace(finding, evidence=EVIDENCE)]


def _at_origin(finding: Finding, origins: Origins) -> Finding:
    place = origins.of(finding.place)
    return msgspec.structs.replace(finding, path=dotted(place), place=place)
