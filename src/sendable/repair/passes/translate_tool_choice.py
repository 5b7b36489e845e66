"""The pass `translate_tool_choice`."""

from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "tool-choice-shape"

# What other vendors call the choices.
_TYPES = {"auto": "auto", "any": "any", "required": "any", "none": "none"}


@repair_pass(_RULE)
def translate_tool_choice(draft: Draft) -> None:
    """Say a `tool_choice` of another vendor in the API's words; drop one that says nothing known.

    The forms are few and mean the same: a bare word, `required`, and a name that is wrapped in a `function`.
    """
    choice = _translated(draft.index.request["tool_choice"])
    if choice is None:
        if draft.may(_RULE, ("tool_choice",), Loss.DROPS, "dropped a tool_choice that says nothing known"):
            draft.unset(("tool_choice",))
    elif draft.may(_RULE, ("tool_choice",), Loss.KEEPS, "said the tool_choice in the API's words"):
        draft.set(("tool_choice",), choice)


def _translated(choice: Any) -> dict[str, Any] | None:
    if isinstance(choice, str):
        choice = {"type": choice}
    if not isinstance(choice, dict):
        return None
    kind, name = choice.get("type"), _name_in(choice)
    if not isinstance(kind, str):
        return None
    if kind in ("function", "tool"):
        said: dict[str, Any] | None = {"type": "tool", "name": name} if isinstance(name, str) else None
    else:
        said = {"type": _TYPES[kind]} if kind in _TYPES else None
    alone = choice.get("disable_parallel_tool_use")
    if said is not None and isinstance(alone, bool) and said["type"] != "none":
        said["disable_parallel_tool_use"] = alone
    return said


def _name_in(choice: dict[str, Any]) -> object:
    function = choice.get("function")
    return function.get("name") if isinstance(function, dict) else choice.get("name")
