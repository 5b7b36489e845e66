"""The pass `fit_thinking_to_model`."""

from typing import Any

from sendable.contract.thinking_setting import effort_of, thinking_type
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.targets import Model

# The efforts that stand for a budget, up to that many tokens.
_EFFORTS = ((4096, "low"), (16384, "medium"))


@repair_pass(
    "thinking-enabled-unsupported",
    "thinking-disabled-unsupported",
    "thinking-between-tools-unsupported",
    "thinking-adaptive-unsupported",
)
def fit_thinking_to_model(draft: Draft) -> None:
    """Ask for thinking in the way that the model knows, as near as it comes to what was asked for.

    A budget becomes adaptive thinking with an effort; thinking that cannot be off is asked for between tool calls only,
    or left to the model; between tools only becomes off. Adaptive thinking is dropped on a model that knows budgets
    alone: nobody chose one, and manual thinking would make demands on the history that adaptive does not make.
    """
    facts, rule = draft.target.facts, draft.findings[0].rule
    if facts is None:
        return
    if thinking_type(draft.index) == "enabled":
        _adapt(draft, rule)
        return
    kind = _nearest(thinking_type(draft.index), facts)
    if kind:
        if draft.may(rule, ("thinking",), Loss.DEMOTES, f"asked for thinking of type {kind} instead"):
            draft.set(("thinking",), {"type": kind})
    elif draft.may(rule, ("thinking",), Loss.DROPS, "dropped the thinking setting, which the model does not have"):
        draft.unset(("thinking",))


def _nearest(kind: str, facts: Model) -> str:
    if kind == "disabled":
        return "between_tools" if "between_tools" in facts.thinking else ""
    return "disabled" if kind == "between_tools" and "disabled" in facts.thinking else ""


def _adapt(draft: Draft, rule: str) -> None:
    if not draft.may(rule, ("thinking",), Loss.DEMOTES, "asked for adaptive thinking instead of a budget"):
        return
    request = draft.index.request
    setting: dict[str, Any] = request["thinking"]
    draft.set(("thinking",), {key: setting[key] for key in setting if key != "budget_tokens"} | {"type": "adaptive"})
    config = request.get("output_config")
    if effort_of(request) or not isinstance(config, dict | None):
        return
    effort = _effort_for(setting.get("budget_tokens"))
    what = f"set the effort to {effort}, in the place of the budget"
    if draft.may(rule, ("output_config",), Loss.DEMOTES, what):
        draft.set(("output_config",), {**(config or {}), "effort": effort})


def _effort_for(budget: object) -> str:
    if not isinstance(budget, int):
        return "high"
    return next((effort for most, effort in _EFFORTS if budget <= most), "high")
