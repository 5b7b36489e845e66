"""The rule `tool-use-input-not-object`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tool_use", "server_tool_use", "mcp_tool_use"),
    message="{call}.input: Input should be a valid dictionary",
    variants={"missing": "{call}.input: Field required"},
    evidence=[
        measured("charmbracelet/fantasy and 0xPlaygrounds/rig, comments in their converters", "2026-08"),
        reported("anthropics/claude-code#6696", "2025-08"),
        documented("anthropic SDK 2.14, ToolUseBlockParam: `input` is a required object", "2026-11"),
    ],
    breaks=request(user("Hi"), assistant(tool_use() | {"input": '{"query": "tides"}'}), user(tool_result())),
    spares=request(user("Hi"), assistant(tool_use(arguments={})), user(tool_result())),
    only_claims=True,
    claims=(
        ("type", "ToolUseBlock", "input"),
        ("type", "ServerToolUseBlock", "input"),
        ("type", "MCPToolUseBlock", "input"),
        ("missing", "ToolUseBlock", "input"),
        ("missing", "ServerToolUseBlock", "input"),
        ("missing", "MCPToolUseBlock", "input"),
    ),
)
def tool_use_input_not_object(index: Index, target: Target) -> Hits:
    """The input of a call is a JSON object; a call without arguments has an empty one.

    Many APIs carry arguments as JSON text, and stored streams hold the text as it was pieced together. A converter that
    does not parse it, or a stream that was cut off in the middle of it, leaves a string here; tools without parameters
    are stored as null, as an empty string or as an empty list.
    """
    for fault in claimed(index, "tool-use-input-not-object"):
        call = fault.loc.removesuffix(".input")
        yield hit(fault.path, "missing" if fault.kind == "missing" else "", call=call)
