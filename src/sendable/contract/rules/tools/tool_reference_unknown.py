"""The rule `tool-reference-unknown`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_names import declared_names
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool, tool_result, tool_use, user
from sendable.wire.index import Index

_FOUND = [{"type": "tool_reference", "tool_name": "fetch"}]
_HISTORY = (user("Hi"), assistant(tool_use(name="find_tool")), user(tool_result(content=_FOUND)))


@rule(
    phase=Phase.TOOLS,
    when=("tool_reference",),
    message="Tool reference '{name}' not found in available tools",
    evidence=[
        documented("agents-and-tools/tool-use/troubleshooting-tool-use, with the text", "2026-08-21"),
        reported("anthropics/claude-code#25212", "2026-03"),
    ],
    breaks=request(*_HISTORY, tools=[tool("find_tool")]),
    spares=request(*_HISTORY, tools=[tool("find_tool"), tool("fetch", defer_loading=True)]),
    needs_whole=True,
)
def tool_reference_unknown(index: Index, target: Target) -> Hits:
    """Every tool that a search found, anywhere in the history, is still declared.

    Deferred or not does not matter. Applications that change their tools from turn to turn run into this, and so does a
    history that moves on to another agent. Not judged where a toolset or a message may bring the tool.
    """
    names = declared_names(index)
    if names is None:
        return
    for block in index.nested("tool_reference"):
        name = block.value.get("tool_name")
        if isinstance(name, str) and name not in names:
            yield hit(block.path, name=name)
