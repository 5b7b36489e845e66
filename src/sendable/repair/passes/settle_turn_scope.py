"""The pass `settle_turn_scope`."""

from sendable.contract.finding import Finding
from sendable.contract.system_runs import CLEAR_AT_BETA
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path, lookup


@repair_pass("sys-clear-at", "sys-turn-scoped")
def settle_turn_scope(draft: Draft) -> None:
    """Take away what an entry that ends with the turn may not have, or else the end itself.

    A breakpoint goes. Beside tools or an effort, and where `clear_at` is misplaced or its beta is not sent, `clear_at`
    goes: an instruction that stays too long is better than one that is lost. Asking for the beta is better still, where
    that is allowed.
    """
    done: set[Path] = set()
    for finding in draft.findings:
        if not _asked_for_beta(draft, finding):
            _take_away(draft, finding, done)


def _asked_for_beta(draft: Draft, finding: Finding) -> bool:
    """Whether the beta that is all that lacks was asked for."""
    role = lookup(draft.index.request, finding.place[:2]).get("role")
    lacking = finding.rule == "sys-clear-at" and role == "system" and draft.target.lacks(CLEAR_AT_BETA)
    if not lacking or not draft.options.add_betas:
        return False
    if draft.may(finding.rule, finding.place, Loss.KEEPS, "asked for the beta of the setting"):
        draft.ask_for(CLEAR_AT_BETA)
    return True


def _take_away(draft: Draft, finding: Finding, done: set[Path]) -> None:
    if len(finding.place) == 4 and lookup(draft.index.request, finding.place).get("type") == "text":
        path: Path = (*finding.place, "cache_control")
        what, loss = "dropped the cache breakpoint of an entry that ends with its turn", Loss.KEEPS
    else:
        path = (*finding.place[:2], "clear_at")
        what, loss = "dropped the end of a system entry, which stays from now on", Loss.DEMOTES
    if path not in done and draft.may(finding.rule, path, loss, what):
        done.add(path)
        draft.unset(path)
