"""The rule `tool-choice-unsupported-model`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_names import forces_tool
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("tool_choice=",),
    message='tool_choice: type "tool" and "any" are not supported for this model.',
    evidence=[documented("api/errors, with the text", "2026-10-08")],
    breaks=request(user("Hi"), tools=[tool()], tool_choice={"type": "any"}, model="claude-opus-5-5"),
    spares=request(user("Hi"), tools=[tool()], tool_choice={"type": "none"}, model="claude-opus-5-5"),
)
def tool_choice_unsupported_model(index: Index, target: Target) -> Hits:
    """Some newer models cannot be forced to call a tool.

    They always think first. Asking in the prompt is what is left, or structured output.
    """
    if target.facts is not None and not target.facts.forced_tool and forces_tool(index):
        yield hit(("tool_choice",))
