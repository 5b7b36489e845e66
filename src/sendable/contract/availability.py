"""Which kinds of blocks, tools and sources a target knows; what it does not know it refuses as an unknown tag."""

import re
from collections.abc import Iterable, Iterator, Mapping

from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.kinds import BETAS
from sendable.wire.schema import schema

_MCP = frozenset({"mcp_tool_listing", "mcp_tool_result", "mcp_tool_use"})

# From the platform pages of 2026-08 to 2026-10: MCP connector, advisor, fallbacks and files.
PLATFORM_LACKS_BLOCKS: dict[str, frozenset[str]] = {
    "api": frozenset(),
    "foundry": frozenset({"advisor_tool_result", "fallback"}),
    "bedrock": _MCP | {"advisor_tool_result", "container_upload", "fallback"},
    "vertex": _MCP | {"advisor_tool_result", "container_upload", "fallback"},
}
_GATED = frozenset(BETAS).union(*PLATFORM_LACKS_BLOCKS.values())

_TAG = re.compile(r"Input tag '(.*)' found using 'type' does not match any of the expected tags: (.*)", re.DOTALL)


def tag_text(text: str) -> tuple[str, str]:
    """The tag and the expected tags of a fault of the schema."""
    found = _TAG.fullmatch(text)
    return (found[1], found[2]) if found else ("", "")


def quoted(tags: Iterable[str]) -> str:
    """Tags as the API lists them."""
    return ", ".join(f"'{tag}'" for tag in tags)


def is_absent(kind: str, target: Target) -> bool:
    """Whether a kind of block is not on the platform, or needs a beta that is known not to be sent."""
    return kind in PLATFORM_LACKS_BLOCKS[target.platform] or (kind in BETAS and target.lacks(*BETAS[kind]))


def may_be_absent(index: Index) -> bool:
    """Whether the request holds blocks of a kind that some target does not know."""
    return not _GATED.isdisjoint(index.top)


def absent_blocks(index: Index, target: Target) -> Iterator[tuple[Block, str]]:
    """The top-level blocks that the target does not know, each with the tags that it does."""
    for kind in sorted(_GATED & index.top.keys()):
        if is_absent(kind, target):
            tags = quoted(tag for tag in _block_tags() if not is_absent(tag, target))
            for block in index.top[kind]:
                yield block, tags


def _block_tags() -> list[str]:
    [_, listed] = schema().objects["UserMessage"]["content"]["type"]["any_of"]
    return list(listed["list"]["tagged"])


def tool_tags(without: Mapping[str, tuple[str, ...]], target: Target) -> str:
    """The types of tools that the target takes, as the API lists them.

    Args:
        without: the betas of the types that need one.
        target: where the request goes.
    """
    listed = schema().request["tools"]["type"]["list"]["tagged"]
    return quoted(tag for tag in listed if tag not in without or not target.lacks(*without[tag]))
