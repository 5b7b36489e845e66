"""The rule `tool-choice-without-tool`."""

from sendable.contract.evidence import measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_names import declared_names, forces_tool
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_ONE = {"type": "tool", "name": "search"}


@rule(
    phase=Phase.TOOLS,
    when=("tool_choice=",),
    message="Tool '{name}' not found in provided tools",
    variants={"none": "tool_choice.{kind} may only be specified while providing tools"},
    evidence=[
        measured("agent probes on claude-sonnet-5: both texts, with other tools and with none", "2026-09-04"),
        measured("portkey live tests", "2026-09"),
        reported("source of several gateways", "2026-10"),
    ],
    breaks=request(user("Hi"), tools=[tool("fetch")], tool_choice=_ONE),
    spares=request(user("Hi"), tools=[tool("fetch"), tool("search")], tool_choice=_ONE),
    needs_whole=True,
)
def tool_choice_without_tool(index: Index, target: Target) -> Hits:
    """A choice that forces a call finds its tool among the declared ones.

    A request that drops its tools, or one of them, often keeps the choice.
    """
    if not forces_tool(index):
        return
    choice = index.request["tool_choice"]
    names = declared_names(index)
    if names is None:
        return
    if choice["type"] == "any" and not names:
        yield hit(("tool_choice",), "none", kind="any")
    elif choice["type"] == "tool" and isinstance(choice.get("name"), str) and choice["name"] not in names:
        yield hit(("tool_choice",), name=choice["name"])
