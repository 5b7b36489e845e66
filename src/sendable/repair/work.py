"""A request as the passes change it one after the other."""

from collections.abc import Sequence

from sendable.contract.check import judged
from sendable.contract.finding import Finding
from sendable.repair.change import Change
from sendable.repair.draft import Draft
from sendable.repair.leftovers import settle_leftovers
from sendable.repair.options import Options
from sendable.repair.order import ORDER
from sendable.repair.past import NO_PAST, Past
from sendable.repair.repair_pass import Pass
from sendable.repair.thinking_runs import settle_joined_runs
from sendable.repair.told import EVIDENCE, now_at
from sendable.repair.told_scope import is_acted_on
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import Path

SWEEPS = 3
"""The order is made so that one sweep is enough; the others are for what nobody foresaw. A test holds the first."""


class Work:
    """One repair at work.

    Attributes:
        index, target, findings, origins: the request as it is now, where it goes, what is wrong with it, and where its
            parts stood in the request as it was given.
        changes, betas, ids: what was done so far.
        stale: thinking that is left in the request although what precedes it changed.
        sure: a place, in the request as given, in front of which the ledger knows all to be as it was sent, if any.
        told, answered: what the API answered to the request as it was given and nobody sees in it, until a pass acts on
            it, and then.
    """

    def __init__(
        self,
        index: Index,
        target: Target,
        options: Options,
        findings: list[Finding],
        past: Past = NO_PAST,
        told: Sequence[Finding] = (),
    ) -> None:
        self.index = index
        self.target = target
        self.options = options
        self.told = list(told)
        self.answered: list[Finding] = []
        self.past = past
        self.origins: Origins = past.origins
        self.findings = [*self._still_told(), *findings]
        self.changes: list[Change] = []
        self.betas: set[str] = set()
        self.ids: dict[str, dict[str, str]] = {}
        self.stale: list[Block] = []
        self.sure: Path | None = None

    def run_all(self) -> "Work":
        """Run the passes until none of them changes anything."""
        for _ in range(SWEEPS):
            if not self.sweep():
                break
        return self

    def sweep(self) -> bool:
        """Run every pass once; whether one of them changed something."""
        changed = False
        for one in ORDER:
            mine = [finding for finding in self.findings if finding.rule in one.fixes and self._may_act_on(finding)]
            if mine or one.always:
                changed |= self.run(one, mine)
        return changed

    def run(self, one: Pass, findings: list[Finding]) -> bool:
        """Run one pass; whether it changed something."""
        draft = Draft(
            one.name, self.index, self.target, self.options, findings, self.origins, past=self.past, marks=one.marks
        )
        one.mend(draft)
        settle_leftovers(draft)
        settle_joined_runs(draft)
        if draft.stale is not None:
            self.stale, self.sure = draft.stale, draft.sure
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
        self.index = Index(self.index.source.with_request(request), self.index)
        if self.told:
            rules = {finding.rule for finding in findings}
            self.answered += [finding for finding in self.told if finding.rule in rules]
            self.told = [finding for finding in self.told if finding.rule not in rules]
        self.findings = [*self._still_told(), *judged(self.index, self.target)]
        return True

    def _still_told(self) -> list[Finding]:
        """What the API told, where it stands now."""
        found = (now_at(finding, self.index, self.origins) for finding in self.told)
        return [finding for finding in found if finding is not None]

    def _may_act_on(self, finding: Finding) -> bool:
        """Whether a pass can act on it: what the API told may be of any form."""
        return finding.evidence != EVIDENCE or is_acted_on(finding, self.index)
