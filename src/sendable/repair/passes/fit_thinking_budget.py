"""The pass `fit_thinking_budget`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_LEAST = 1024


@repair_pass("budget-bounds", "budget-over-max-tokens")
def fit_thinking_budget(draft: Draft) -> None:
    """Bring the budget of thinking between 1024 and `max_tokens`, and leave room for an answer.

    A budget that is too large is lowered to half of `max_tokens`, which is the most that the caller pays for. Only
    where not even the least budget fits, `max_tokens` is raised by it.
    """
    request, rule = draft.index.request, draft.findings[0].rule
    budget, most = request["thinking"]["budget_tokens"], request.get("max_tokens")
    fitting = max(_LEAST, budget)
    if isinstance(most, int) and fitting >= most:
        fitting = max(_LEAST, most // 2)
        if fitting >= most and draft.may(rule, ("max_tokens",), Loss.KEEPS, "raised max_tokens by the budget"):
            draft.set(("max_tokens",), most + fitting)
    if fitting == budget:
        return
    loss, word = (Loss.DEMOTES, "lowered") if fitting < budget else (Loss.KEEPS, "raised")
    if draft.may(rule, ("thinking", "budget_tokens"), loss, f"{word} the budget of thinking"):
        draft.set(("thinking", "budget_tokens"), fitting)
