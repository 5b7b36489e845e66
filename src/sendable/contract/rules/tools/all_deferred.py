"""The rule `all-deferred`."""

from sendable.contract.evidence import documented
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_SEARCH = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="At least one tool must have defer_loading=false. All tools cannot be deferred.",
    also=("All tools have defer_loading: true",),
    evidence=[documented("agents-and-tools/tool-use/troubleshooting-tool-use, with the text", "2026-08-21")],
    breaks=request(user("Hi"), tools=[tool(defer_loading=True)]),
    spares=request(user("Hi"), tools=[_SEARCH, tool(defer_loading=True)]),
)
def all_deferred(index: Index, target: Target) -> Hits:
    """At least one tool is not deferred.

    The search tool itself must not be. A filter that takes tools away can leave only the deferred ones.
    """
    tools = index.request.get("tools")
    known = isinstance(tools, (list, tuple)) and len(tools) == len(index.tools) > 0
    if known and all(block.value.get("defer_loading") is True for block in index.tools):
        yield hit(("tools",))
