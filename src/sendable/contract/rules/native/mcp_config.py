"""The rule `mcp-config`."""

from collections import Counter

from sendable.contract.evidence import documented, inferred, recorded, reported
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.threads import continues_thread
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_OLD = "mcp-client-2025-04-04"
_NEW = ("mcp-client-2025-11-20", "mcp-client-2026-09-15")
_SERVER = {"type": "url", "url": "https://mcp.test/sse", "name": "docs"}
_TOOLSET = {"type": "mcp_toolset", "mcp_server_name": "docs"}


def _mentions_servers(index: Index) -> bool:
    """Whether the request names servers, or has tools that may belong to one."""
    return "mcp_servers" in index.request or unusual_tools(index)


@rule(
    phase=Phase.TOOLS,
    when=("mcp_servers=", "tools="),
    asks=_mentions_servers,
    needs_whole=True,
    message="MCP server '{name}' is defined but not referenced by any `mcp_toolset` in `tools`.",
    variants={
        "twice": "MCP server '{name}' is referenced by more than one `mcp_toolset` in `tools`.",
        "unknown": "tools.{at}.mcp_toolset.mcp_server_name: MCP server '{name}' is not defined in `mcp_servers`",
    },
    evidence=[
        documented(
            "agents-and-tools/mcp-connector: each server has exactly one toolset", "2026-10-08", of=("", "twice")
        ),
        reported("anthropics/anthropic-sdk-csharp#255", "2026-09-01"),
        recorded("servers without any toolset accepted with the beta of 2025-04-04", "2026-07", accepted=True),
        inferred("the wordings of the variants: nothing quotes them", "2026-11-30", of=("unknown",)),
    ],
    breaks=request(user("Hi"), mcp_servers=[_SERVER, {**_SERVER, "name": "wiki"}], tools=[_TOOLSET]),
    spares=request(user("Hi"), mcp_servers=[_SERVER], tools=[_TOOLSET]),
    unrepairable="only the caller knows whether the tools of that server are meant to be there",
)
def mcp_config(index: Index, target: Target) -> Hits:
    """Each MCP server has exactly one toolset among the tools, and each toolset a server.

    The first version of the connector had no toolsets: there a server alone brought its tools. So a request without any
    toolset is judged only when the betas are known to be the newer ones.
    """
    named = [(tool, tool.value.get("mcp_server_name")) for tool in index.tools if tool.kind == "mcp_toolset"]
    servers = _servers(index)
    for tool, name in named:
        if isinstance(name, str) and name not in servers.values():
            yield hit((*tool.path, "mcp_server_name"), "unknown", at=tool.position, name=name)
    if not named and not (target.lacks(_OLD) and not target.lacks(*_NEW)):
        return
    counts = Counter(name for _, name in named if isinstance(name, str))
    for at, name in servers.items():
        if counts[name] > 1:
            yield hit(("mcp_servers", at), "twice", name=name)
        elif not counts[name] and "tool_addition" not in index.top and not continues_thread(index):
            yield hit(("mcp_servers", at), name=name)


def _servers(index: Index) -> dict[int, str]:
    """The names of the servers by their place."""
    servers = index.request.get("mcp_servers")
    if not isinstance(servers, (list, tuple)):
        return {}
    return {
        at: server["name"]
        for at, server in enumerate(servers)
        if isinstance(server, dict) and isinstance(server.get("name"), str)
    }
