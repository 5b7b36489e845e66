"""The rule `web-tool-config`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.native_pairs import calls_from_code
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.build import request, user
from sendable.wire.index import Index

_SEARCH = {"type": "web_search_20250305", "name": "web_search"}
LISTS = ("allowed_domains", "blocked_domains")


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="tools.{at}.{kind}: Only one of allowed_domains or blocked_domains may be set.",
    variants={
        "empty": "tools.{at}.{kind}.{field}: Empty list of domains is ambiguous. Provide at least one domain or null.",
        "callers": "'{model}' does not support programmatic tool calling. The following tools have `allowed_callers` "
        'that require it: {name}. Explicitly set `allowed_callers=["direct"]` on these tools, or use a model that '
        "supports programmatic tool calling.",
    },
    evidence=[
        documented("agents-and-tools/tool-use/server-tools; managed-agents quotes both texts on domains", "2026-10"),
        measured("several projects on claude-haiku-4-5: the text on callers", "2026-08-28"),
        reported("cherry-studio#10374, CLIProxyAPI#2681: the empty list", "2026-04"),
    ],
    breaks=request(user("Hi"), tools=[{**_SEARCH, "allowed_domains": ["tides.test"], "blocked_domains": []}]),
    spares=request(user("Hi"), tools=[{**_SEARCH, "allowed_domains": ["tides.test"], "blocked_domains": None}]),
)
def web_tool_config(index: Index, target: Target) -> Hits:
    """A web tool names the domains it may or may not visit, and can be called on the model it is sent to.

    The two lists exclude each other; an empty list on a search could mean all or nothing, so it is refused. The web
    tools from February 2026 on are called by code unless `allowed_callers` says otherwise, which the smaller and older
    models cannot do. Frameworks that fill every field, and a change of the model, bring these about.
    """
    no_code = target.facts is not None and not target.facts.programmatic
    for tool in index.tools:
        family = tool.kind.rpartition("_")[0]
        if family in ("web_search", "web_fetch"):
            yield from _domains(tool, family)
        if no_code and needs_code(tool):
            name = tool.value.get("name")
            yield hit((*tool.path, "allowed_callers"), "callers", model=target.model, name=name)


def _domains(tool: Block, family: str) -> Hits:
    lists = [tool.value.get(field) for field in LISTS]
    for field, domains in zip(LISTS, lists, strict=True):
        if family == "web_search" and domains == []:
            yield hit((*tool.path, field), "empty", at=tool.position, kind=tool.kind, field=field)
    if all(lists):
        yield hit(tool.path, at=tool.position, kind=tool.kind)


def needs_code(tool: Block) -> bool:
    """Whether a tool is to be called by code: it says so, or it is a newer web tool that does not say otherwise."""
    family, _, version = tool.kind.rpartition("_")
    if tool.value.get("allowed_callers") is None:
        return family in ("web_search", "web_fetch") and version.isdigit() and version >= "20260209"
    return calls_from_code(tool.value)
