"""Repair a request: each pass once, in the order of `order.py`, as long as something is found."""

from typing import Any

import msgspec

from sendable.contract.check import judged
from sendable.contract.finding import Finding
from sendable.repair.change import Change, Loss
from sendable.repair.draft import Draft
from sendable.repair.leftovers import settle_leftovers
from sendable.repair.options import Options
from sendable.repair.order import ORDER
from sendable.repair.repair_pass import Pass
from sendable.repair.thinking_runs import settle_joined_runs
from sendable.targets import Target
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import dotted
from sendable.wire.read import read, unread

SWEEPS = 3
"""The order is made so that one sweep is enough; the others are for what nobody foresaw. A test holds the first."""


class Repaired(msgspec.Struct, frozen=True):
    """The outcome of a repair.

    Attributes:
        request: the repaired request in the shape it was given in; the identical object when nothing had to change
            (for bytes: the value that was read).
        changes: what was done, in order; paths speak of the request as it was given.
        remaining: what the API would still refuse; paths speak of the request as it was given, too.
        betas: betas to send that the changes ask for, sorted.
        ids: for `restore_ids`: the ids and names that were mapped, as `{"ids": {new: old}, "names": {new: old}}`.
        before: the findings of the request as it was given.
        origins: for write-back: where each part of the repaired request stood in the one that was given.
    """

    request: Any
    changes: list[Change]
    remaining: list[Finding]
    betas: list[str]
    ids: dict[str, dict[str, str]]
    before: list[Finding]
    origins: Origins = msgspec.field(default_factory=Origins)

    @property
    def accepted(self) -> bool:
        """Whether nothing remains that the API would refuse."""
        return not self.remaining


def repair(
    request: object,
    target: Target | None = None,
    *,
    max_loss: str | Loss = "drops",
    invent: bool = True,
    keep_orphans: bool = False,
    keep_tool_search: bool = False,
    add_betas: bool = False,
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

    Raises:
        UnreadableError: the input is no request.
        UsageError: an unknown loss.
    """
    options = Options(Loss.named(max_loss), invent, keep_orphans, keep_tool_search, add_betas)
    source = read(request)
    index = Index(source)
    settled = (target or Target()).for_request(source.request)
    before = judged(index, settled)
    work = _Work(index, settled, options, before)
    for _ in range(SWEEPS):
        if not work.sweep():
            break
    return Repaired(
        request=unread(source, work.index.request),
        changes=work.changes,
        remaining=[_at_origin(finding, work.origins) for finding in work.findings],
        betas=sorted(work.betas),
        ids=work.ids,
        before=before,
        origins=work.origins,
    )


def _at_origin(finding: Finding, origins: Origins) -> Finding:
    place = origins.of(finding.place)
    return msgspec.structs.replace(finding, path=dotted(place), place=place)


class _Work:
    """The request as the passes change it one after the other."""

    def __init__(self, index: Index, target: Target, options: Options, findings: list[Finding]) -> None:
        self.index = index
        self.target = target
        self.options = options
        self.findings = findings
        self.origins = Origins()
        self.changes: list[Change] = []
        self.betas: set[str] = set()
        self.ids: dict[str, dict[str, str]] = {}

    def sweep(self) -> bool:
        """Run every pass once; whether one of them changed something."""
        changed = False
        for one in ORDER:
            mine = [finding for finding in self.findings if finding.rule in one.fixes]
            if mine or one.always:
                changed |= self.run(one, mine)
        return changed

    def run(self, one: Pass, findings: list[Finding]) -> bool:
        """Run one pass; whether it changed something."""
        draft = Draft(one.name, self.index, self.target, self.options, findings, self.origins)
        one.mend(draft)
        settle_leftovers(draft)
        settle_joined_runs(draft)
        if not draft.edit.touched and not (draft.betas and draft.changes):
            return False
        request, self.origins = draft.edit.done()
        self.changes += draft.changes
        self.betas |= draft.betas
        for kind, names in draft.ids.items():
            self.ids.setdefault(kind, {}).update(names)
        if draft.betas and self.target.betas is not None:
            target = self.target
            betas = (*self.target.betas, *draft.betas)
            self.target = Target(target.platform, target.model, betas, target.endpoint, target.enforces_prefix)
        self.index = Index(self.index.source.with_request(request))
        self.findings = judged(self.index, self.target)
        return True
