"""The pass `unforce_tool_choice`."""

from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("tool-choice-thinking", "tool-choice-unsupported-model")
def unforce_tool_choice(draft: Draft) -> None:
    """Let the model choose its tool where it cannot be forced to.

    Turning thinking off instead would drop the thinking of the whole turn, and is not allowed on the models that can
    never be forced.
    """
    what = "let the model choose: it cannot be forced to call a tool here"
    if draft.may(draft.findings[0].rule, ("tool_choice",), Loss.DEMOTES, what):
        draft.set(("tool_choice",), unforced(draft.index.request["tool_choice"]))


def unforced(choice: dict[str, Any]) -> dict[str, Any]:
    """The choice with the model's own will, and what it says of parallel calls."""
    kept = {key: choice[key] for key in ("disable_parallel_tool_use",) if key in choice}
    return {"type": "auto", **kept}
