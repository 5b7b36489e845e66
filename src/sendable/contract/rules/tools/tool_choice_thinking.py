"""The rule `tool-choice-thinking`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import thinking_type
from sendable.contract.tool_names import forces_tool
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_MANUAL = {"type": "enabled", "budget_tokens": 1024}


@rule(
    phase=Phase.PARAMETERS,
    when=("tool_choice=",),
    message="Thinking may not be enabled when tool_choice forces tool use.",
    evidence=[
        measured("pydantic-ai models/anthropic.py", "2026-10"),
        documented("agents-and-tools/tool-use/define-tools", "2026-10-08"),
    ],
    breaks=request(user("Hi"), tools=[tool()], tool_choice={"type": "any"}, thinking=_MANUAL, max_tokens=2048),
    spares=request(
        user("Hi"), tools=[tool()], tool_choice={"type": "any"}, thinking={"type": "adaptive"}, model="claude-opus-4-6"
    ),
)
def tool_choice_thinking(index: Index, target: Target) -> Hits:
    """With manual thinking the model chooses its tools itself.

    Adaptive thinking goes with a forced call (recorded). Frameworks that force a call to get structured output run into
    this once somebody turns thinking on.
    """
    if thinking_type(index) == "enabled" and forces_tool(index):
        yield hit(("tool_choice",))
