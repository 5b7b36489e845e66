"""The pass `lower_effort`."""

from sendable.contract.effort import nearest_level
from sendable.contract.thinking_setting import effort_of
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_CAPPED = ("low", "medium", "high")


@repair_pass("effort-level", "effort-with-disabled")
def lower_effort(draft: Draft) -> None:
    """Lower the effort to the highest level that is taken; drop it where the model has none.

    A higher one would cost more than was asked for. Thinking that is off stays off.
    """
    request, facts = draft.index.request, draft.target.facts
    rules = {finding.rule for finding in draft.findings}
    supported = facts.efforts if facts is not None else ()
    if "effort-with-disabled" in rules:
        supported = tuple(level for level in supported if level in _CAPPED)
    level = nearest_level(effort_of(request), supported)
    path, rule = ("output_config", "effort"), draft.findings[0].rule
    if level:
        if draft.may(rule, path, Loss.DEMOTES, f"lowered the effort to {level}"):
            draft.set(path, level)
    elif draft.may(rule, path, Loss.DROPS, "dropped the effort, which the model does not have"):
        draft.unset(path if len(request["output_config"]) > 1 else path[:1])
