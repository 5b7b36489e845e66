"""The rule `tool-use-id-pattern`."""

from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tool_use", "tool_result", "mcp_tool_use", "mcp_tool_result"),
    message="{loc}: String should match pattern '^[a-zA-Z0-9_-]+$'",
    evidence=[
        documented("OpenAPI description behind the official SDKs", "2026-10"),
        reported("maximhq/bifrost#5097, tailcallhq/forgecode#1142, QwenLM/qwen-code#8160 and four more", "2026-09"),
        recorded(
            "some fifty requests with ids of other vendors inside the pattern are accepted", "2025-10-28", accepted=True
        ),
    ],
    breaks=request(user("Hi"), assistant(tool_use("functions.search:0")), user(tool_result("functions.search:0"))),
    spares=request(user("Hi"), assistant(tool_use("call_9-F3x")), user(tool_result("call_9-F3x"))),
    only_claims=True,
    claims=(
        ("pattern", "ToolUseBlock", "id"),
        ("pattern", "ToolResultBlock", "tool_use_id"),
        ("pattern", "MCPToolUseBlock", "id"),
        ("pattern", "RequestMCPToolResultBlock", "tool_use_id"),
    ),
)
def tool_use_id_pattern(index: Index, target: Target) -> Hits:
    """The id of a call is made of letters, digits, `_` and `-`, with at least one of them.

    Any such id is taken, whoever made it, and no limit of its length was ever seen. Ids with dots, colons, slashes or
    bars come from other vendors and from frameworks that join several ids in one; an empty one stands for none.
    """
    for fault in claimed(index, "tool-use-id-pattern"):
        yield hit(fault.path, loc=fault.loc)
