"""The rule `tool-type-unsupported`."""

from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_TOOLSET_ONLY = ("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5")
_OLD_COMPUTER = ("computer_20241022", "computer_20250124")

# Tools that a cloud platform does not run, by the family of their type (documented 2026-10-08, reported 2026).
_NOT_RUN: dict[str, frozenset[str]] = {
    "bedrock": frozenset({"web_search", "web_fetch", "code_execution", "advisor", "mcp", "computer_toolset",
                          "browser_toolset"}),
    "vertex": frozenset({"web_fetch", "code_execution", "advisor", "mcp"}),
}  # fmt: skip
_TAGS = "'bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250124', 'text_editor_20250429', " \
        "'text_editor_20250728'"  # fmt: skip


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="'{model}' does not support tool types: {kind}. Did you mean one of {others}?",
    variants={
        "platform": "tools.{at}: Input tag '{kind}' found using 'type' does not match any of the expected tags: {tags}",
    },
    also=("'{model}' does not support tool types: {kind}.",),
    evidence=[
        recorded("pydantic-ai, token counting on Bedrock (undated, read in 2026-11)", "2026-11", of=("platform",)),
        documented("api/errors; claude-in-amazon-bedrock; claude-on-vertex-ai", "2026-10-08"),
        reported("litellm#36502; hebo-platform#451", "2026-09"),
    ],
    breaks=Example(
        request(user("Hi"), tools=[{"type": "web_search_20250305", "name": "web_search"}]), Target("bedrock")
    ),
    spares=Example(request(user("Hi"), tools=[tool("web_search")]), Target("bedrock")),
)
def tool_type_unsupported(index: Index, target: Target) -> Hits:
    """The platform runs each tool, and the model knows its version.

    Newer models take computer use only as a toolset, except on Bedrock. Bedrock and Google Cloud run few of the
    provider's tools. A custom tool of such a name is no such tool. The API lists all the types it would take; that list
    differs from model to model, and only the nearest one is named here.
    """
    for block in index.tools:
        if is_not_run(block.kind, target):
            yield hit(block.path, "platform", at=block.position, kind=block.kind, tags=_TAGS)
        elif (other := _instead(block, target)) is not None:
            yield hit(block.path, model=target.model, kind=block.kind, others=other)


def _instead(block: Block, target: Target) -> str | None:
    """The type that the model takes in the place of a computer tool that it does not take; None when it does."""
    facts = target.facts
    if facts is None or target.platform == "foundry" or not block.kind.startswith("computer_2"):
        return None
    if (facts.inherited or facts.name) in _TOOLSET_ONLY and target.platform != "bedrock":
        return "computer_toolset_20260801"
    old = block.kind in _OLD_COMPUTER and facts.version >= (4, 7)
    return "computer_20251124" if old else None


def is_not_run(kind: str, target: Target) -> bool:
    """Whether the platform does not run the tools of a type."""
    return kind.rpartition("_")[0] in _NOT_RUN.get(target.platform, ())
