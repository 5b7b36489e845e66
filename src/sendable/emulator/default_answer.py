"""The answer where no script gives one: the first tool is called once, then comes a text."""

from typing import Any

import msgspec

from sendable.emulator.exchange import encoded
from sendable.emulator.plan import Plan
from sendable.emulator.sample_values import sample
from sendable.emulator.script_parts import NewId
from sendable.emulator.turn import Turn
from sendable.targets.models import find_model
from sendable.wire.blocks import Json
from sendable.wire.kinds import THINKING

TEXT = "All right."
_THOUGHT = "Let me think about it."

# Client tools whose schema the API knows, by the start of their type.
_INPUTS: dict[str, Json] = {
    "bash_": {"command": "echo hello"},
    "text_editor_": {"command": "view", "path": "/tmp/example.txt"},
    "computer_": {"action": "screenshot"},
    "memory_": {"command": "view", "path": "/memories"},
}


def default_plan(turn: Turn) -> Plan:
    """A plan for a request that no script answers."""
    if turn.request.get("max_tokens") == 0:
        return Plan(stop_reason="max_tokens")
    tool = _called_tool(turn)
    if tool is None:
        return Plan(blocks=[{"type": "text", "text": _text(turn)}])
    return Plan(blocks=[_call(tool)])


def thinks(turn: Turn, plan: Plan, scripted: bool) -> Plan:
    """The plan with thinking in front, where the model would think.

    A script says itself where thinking stands; but in manual mode a call without any could not be sent back.
    """
    setting = turn.request.get("thinking")
    kind = setting.get("type") if isinstance(setting, dict) else None
    facts = find_model(turn.model)
    unasked = kind is None and facts is not None and facts.thinks_unasked
    on = kind == "enabled" if scripted else kind in ("enabled", "adaptive") or unasked
    if not on or not plan.blocks or any(block.get("type") in THINKING for block in plan.blocks):
        return plan
    return msgspec.structs.replace(plan, blocks=[{"type": "thinking", "thinking": _THOUGHT}, *plan.blocks])


def _text(turn: Turn) -> str:
    schema = _asked_schema(turn.request)
    if schema is None:
        return TEXT
    return encoded(sample(schema)).decode("utf-8")


def _asked_schema(request: Json) -> Any:
    """The schema that the answer must fit; None where none is asked for."""
    config = request.get("output_config")
    asked = config.get("format") if isinstance(config, dict) else request.get("output_format")
    return asked.get("schema") if isinstance(asked, dict) else None


def _called_tool(turn: Turn) -> Json | None:
    """The tool to call: the forced one, or the first where none was called since the user spoke."""
    choice = turn.request.get("tool_choice") or {}
    kind = choice.get("type", "auto")
    tools = [tool for tool in turn.tools if _is_callable(tool)]
    if kind == "tool":
        return next((tool for tool in tools if tool.get("name") == choice.get("name")), None)
    if kind == "none" or not tools or (kind == "auto" and (turn.step > 0 or turn.continues)):
        return None
    return tools[0]


def _is_callable(tool: Json) -> bool:
    """Whether the client runs the tool and the model may call it by itself."""
    callers = tool.get("allowed_callers")
    if tool.get("defer_loading") or (isinstance(callers, list) and "direct" not in callers):
        return False
    kind = tool.get("type") or "custom"
    return kind == "custom" or any(str(kind).startswith(start) for start in _INPUTS)


def _call(tool: Json) -> Json:
    kind = str(tool.get("type") or "custom")
    known = next((given for start, given in _INPUTS.items() if kind.startswith(start)), None)
    arguments = sample(tool.get("input_schema")) if known is None else known
    arguments = arguments if isinstance(arguments, dict) else {}
    return {"type": "tool_use", "id": NewId("tool_use"), "name": tool.get("name"), "input": arguments}
