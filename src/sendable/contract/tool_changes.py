"""Changes of the tools in the middle of a conversation: which tool each one names, and what is declared by then."""

from collections.abc import Iterator

import msgspec

from sendable.contract.system_runs import entries, lacks_lead
from sendable.contract.threads import continues_thread
from sendable.wire.blocks import Block, Json, Message
from sendable.wire.index import Index

CHANGES = frozenset({"tool_addition", "tool_removal"})


class Declared(msgspec.Struct, gc=False):
    """The names that a change may refer to.

    Attributes:
        tools: names of tools.
        servers: names of MCP servers.
        open: whether a tool is declared whose names do not show, so that nothing can be said.
    """

    tools: set[str]
    servers: set[str]
    open: bool


def changes(index: Index) -> Iterator[tuple[Message, Block, Declared]]:
    """Every change of tools, with what is declared before it; the same `Declared` grows on the way."""
    declared = _at_start(index)
    for message in entries(index):
        for block in message.blocks:
            if block.kind in CHANGES:
                yield message, block, declared
                _define(block, declared)


def is_known(block: Block, declared: Declared) -> bool:
    """Whether a change names something that is declared, or defines it itself."""
    tool = _tool(block)
    kind, server = tool.get("type"), tool.get("server_name")
    if kind == "tool_reference":
        return declared.open or not isinstance(tool.get("name"), str) or tool["name"] in declared.tools
    if kind in ("mcp_tool_reference", "mcp_toolset_reference"):
        return declared.open or not isinstance(server, str) or server in declared.servers
    return True


def named(block: Block) -> object:
    """The name that a change refers to."""
    tool = _tool(block)
    return tool.get("name") or tool.get("server_name")


def behind_paused_turn(index: Index, message: Message) -> bool:
    """Whether the run that an entry belongs to follows an assistant turn that ends in a native result."""
    run = index.turns[message.turn]
    before = index.turns[run.number - 1] if run.number else None
    return before is not None and before.role == "assistant" and not lacks_lead(index, run)


def _at_start(index: Index) -> Declared:
    declared = Declared(set(), set(), open=continues_thread(index))
    for tool in index.tools:
        _declare(tool.value, declared)
    servers = index.request.get("mcp_servers")
    for server in servers if isinstance(servers, list) else ():
        if isinstance(server, dict) and isinstance(server.get("name"), str):
            declared.servers.add(server["name"])
    return declared


def _declare(tool: Json, declared: Declared) -> None:
    name, server = tool.get("name"), tool.get("mcp_server_name")
    if isinstance(name, str):
        declared.tools.add(name)
    elif isinstance(server, str):
        declared.servers.add(server)
    else:
        declared.open = True


def _define(block: Block, declared: Declared) -> None:
    tool = _tool(block)
    definition = tool.get("definition")
    if tool.get("type") == "tool_definition" and isinstance(definition, dict) and block.kind == "tool_addition":
        _declare(definition, declared)


def _tool(block: Block) -> Json:
    tool = block.value.get("tool")
    return tool if isinstance(tool, dict) else {}
