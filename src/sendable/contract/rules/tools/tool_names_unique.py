"""The rule `tool-names-unique`."""

from sendable.contract.evidence import reported
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="tools: Tool names must be unique.",
    evidence=[reported("danny-avila/LibreChat#13162, with a request id", "2026-05")],
    breaks=request(user("Hi"), tools=[tool(), tool()]),
    spares=request(user("Hi"), tools=[tool("search"), tool("Search")]),
)
def tool_names_unique(index: Index, target: Target) -> Hits:
    """No two tools have one name.

    Whether their definitions are equal does not matter, nor that one of them is run by the provider. Tools that come
    from several servers meet here, and lists that are joined twice.
    """
    seen: set[str] = set()
    for block in index.tools:
        name = block.value.get("name")
        if isinstance(name, str):
            if name in seen:
                yield hit(block.path)
            seen.add(name)
