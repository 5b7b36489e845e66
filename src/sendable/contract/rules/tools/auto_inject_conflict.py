"""The rule `auto-inject-conflict`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.build import request, user
from sendable.wire.index import Index

_OLD_CODE = ("code_execution_20250522", "code_execution_20250825")
_SEARCH = {"type": "web_search_20260209", "name": "web_search"}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="Auto-injecting tools would conflict with existing tool names: ['code_execution']. "
    "Each tool name must be unique.",
    evidence=[
        reported("Chevey339/kelivo#943", "2026-08"),
        documented("agents-and-tools/tool-use/server-tools", "2026-08-21"),
    ],
    breaks=request(user("Hi"), tools=[_SEARCH, {"type": "code_execution_20250825", "name": "code_execution"}]),
    spares=request(user("Hi"), tools=[_SEARCH, {"type": "code_execution_20260120", "name": "code_execution"}]),
)
def auto_inject_conflict(index: Index, target: Target) -> Hits:
    """Web tools that bring code execution along do not stand beside an older code execution tool.

    From 20260209 on the web search and web fetch tools filter their results with code, and add a `code_execution` tool
    of their own unless one that is new enough is there. A web tool that only the model itself may call adds none.
    """
    if any(_brings_code(tool) for tool in index.tools):
        for tool in index.tools:
            if tool.kind in _OLD_CODE:
                yield hit(tool.path)


def _brings_code(tool: Block) -> bool:
    family, _, version = tool.kind.rpartition("_")
    callers = tool.value.get("allowed_callers")
    return family in ("web_search", "web_fetch") and version >= "20260209" and callers != ["direct"]
