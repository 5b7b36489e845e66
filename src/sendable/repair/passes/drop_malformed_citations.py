"""The pass `drop_malformed_citations`."""

from sendable.contract.shape import claimed
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path, lookup
from sendable.wire.schema import Fault

RULE = "field-types"
FIELD = "citations"


@repair_pass(RULE)
def drop_malformed_citations(draft: Draft) -> None:
    """Drop a citation in which a field is missing or of another type; the text that it stands at stays.

    Where a citation points to cannot be made up. Frameworks that store citations in a form of their own, and write them
    back as they think the API has them, leave such ones behind.
    """
    doomed: dict[Path, dict[Path, None]] = {}
    for fault in claimed(draft.index, RULE):
        if fault.path[0] == "messages" and _is_of_citations(fault):
            at = fault.path.index(FIELD) + 1
            doomed.setdefault(fault.path[:at], {})[fault.path[: at + 1]] = None
    for citations, broken in doomed.items():
        _drop(draft, citations, list(broken))


def _is_of_citations(fault: Fault) -> bool:
    within = fault.owner.startswith("Citation") and fault.owner != "CitationsConfigParam"
    return FIELD in fault.path and (within or (fault.owner, fault.field) == ("TextBlock", FIELD))


def _drop(draft: Draft, citations: Path, broken: list[Path]) -> None:
    held = lookup(draft.index.request, citations)
    told = [one for one in broken if draft.may(RULE, one, Loss.DROPS, "dropped a citation that is not whole")]
    if told and (not isinstance(held, list) or len(told) == len(held)):
        draft.unset(citations)
        return
    for one in told:
        draft.unset(one)
