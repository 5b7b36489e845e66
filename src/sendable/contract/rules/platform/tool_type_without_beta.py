"""The rule `tool-type-without-beta`."""

from sendable.contract.availability import tool_tags
from sendable.contract.evidence import documented, inferred
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index
from sendable.wire.kinds import BETAS

_ADVISOR = {"type": "advisor_20260301", "name": "advisor", "model": "claude-opus-4-8"}

# Whether the beta of one version of the computer tool brings another version along is not known, so any of them counts.
# The one named last is the tool's own.
_COMPUTER = ("computer-use-2024-10-22", "computer-use-2025-01-24", "computer-use-2025-11-24")

TOOL_BETAS: dict[str, tuple[str, ...]] = {
    "advisor_20260301": BETAS["advisor_tool_result"],
    "computer_20241022": (*_COMPUTER, _COMPUTER[0]),
    "computer_20250124": (*_COMPUTER, _COMPUTER[1]),
    "computer_20251124": (*_COMPUTER, _COMPUTER[2]),
    "mcp_toolset": ("mcp-client-2025-11-20", "mcp-client-2026-09-15"),
}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    platforms=("api", "foundry"),
    message="tools.{at}: Input tag '{kind}' found using 'type' does not match any of the expected tags: {tags}",
    evidence=[
        documented("agents-and-tools/mcp-connector, tool-use/advisor-tool, computer-use-tool", "2026-10-08"),
        inferred("the text: that of a type which is not known; no answer is archived", "2026-11-30"),
    ],
    breaks=Example(request(user("Hi"), tools=[_ADVISOR]), Target(betas=())),
    spares=Example(request(user("Hi"), tools=[_ADVISOR]), Target(betas=("advisor-tool-2026-03-01",))),
)
def tool_type_without_beta(index: Index, target: Target) -> Hits:
    """A tool that is in beta is sent with its beta value.

    Gateways that drop the header leave the tool in the body. Where the betas are not known, nothing is reported.
    """
    if target.betas is None:
        return
    for block in index.tools:
        betas = TOOL_BETAS.get(block.kind)
        if betas is not None and target.lacks(*betas):
            yield hit(block.path, at=block.position, kind=block.kind, tags=tool_tags(without=TOOL_BETAS, target=target))
