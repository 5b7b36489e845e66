"""The rule `tool-name-pattern`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tools=",),
    message="{loc}custom.name: {text}",
    also=(
        "tools.{i}.custom.name: String should match pattern '{pattern}'",
        "tools.{i}.custom.name: String should have at most 128 characters",
        "tools.{i}.custom.name: String should have at least 1 character",
    ),
    evidence=[
        documented("agents-and-tools/tool-use/define-tools", "2026-10-08"),
        reported("anthropics/claude-code#96152", "2026-09"),
    ],
    only_claims=True,
    claims=(("pattern", "Tool", "name"), ("length", "Tool", "name")),
    breaks=request(user("Hi"), tools=[tool("files.read")]),
    spares=request(user("Hi"), tools=[tool("files_read-2")]),
)
def tool_name_pattern(index: Index, target: Target) -> Hits:
    """The name of a custom tool is 1 to 128 letters, digits, underscores and hyphens.

    Names from other vendors and from MCP servers hold dots, colons and slashes. The calls of a history may keep such a
    name: only definitions are held against the pattern.
    """
    for fault in claimed(index, "tool-name-pattern"):
        yield hit(fault.path, loc=fault.loc.removesuffix("custom.name"), text=fault.text)
