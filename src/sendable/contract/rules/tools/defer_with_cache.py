"""The rule `defer-with-cache`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import cached, request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="Tools with defer_loading cannot use prompt caching",
    evidence=[
        measured("pydantic-ai models/anthropic.py", "2026-10"),
        documented("agents-and-tools/tool-use/tool-search-tool", "2026-10-08"),
    ],
    breaks=request(user("Hi"), tools=[tool(), cached(tool("fetch", defer_loading=True))]),
    spares=request(user("Hi"), tools=[cached(tool()), tool("fetch", defer_loading=True)]),
)
def defer_with_cache(index: Index, target: Target) -> Hits:
    """A deferred tool carries no cache breakpoint.

    It does not stand in the prefix until a search finds it. Code that marks the last tool of the list meets this once
    tools are deferred.
    """
    for block in index.tools:
        if block.value.get("defer_loading") is True and block.value.get("cache_control") is not None:
            yield hit((*block.path, "cache_control"))
