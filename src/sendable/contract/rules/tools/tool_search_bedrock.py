"""The rule `tool-search-bedrock`."""

from sendable.contract.evidence import measured, reported
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_BM25 = {"type": "tool_search_tool_bm25_20251119", "name": "tool_search_tool_bm25"}
_REGEX = {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    platforms=("bedrock",),
    message="BM25 tool search is not supported on Bedrock. Use tool_search_tool_regex instead.",
    evidence=[
        measured("pydantic-ai models/anthropic.py", "2026-10"),
        reported("litellm#36502", "2026-09"),
    ],
    breaks=Example(request(user("Hi"), tools=[_BM25, tool(defer_loading=True)]), Target("bedrock")),
    spares=Example(request(user("Hi"), tools=[_REGEX, tool(defer_loading=True)]), Target("bedrock")),
)
def tool_search_bedrock(index: Index, target: Target) -> Hits:
    """On Bedrock tools are searched by regular expression only.

    A request that was made for the API itself may declare the other search.
    """
    for block in index.tools:
        if block.kind.startswith("tool_search_tool_bm25"):
            yield hit(block.path)
