"""The pass `drop_unknown_tool_references`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block

_RULE = "tool-reference-unknown"
NOTE = "A tool was found here that is no longer declared."


@repair_pass(_RULE)
def drop_unknown_tool_references(draft: Draft) -> None:
    """Drop the references to tools that are not declared any more.

    A result that holds nothing else says so in a text; a search shows fewer hits, or none. Declaring the tool again
    would make up what it does.
    """
    places = {finding.place for finding in draft.findings}
    unknown: dict[Block, list[Block]] = {}
    for block in draft.index.nested("tool_reference"):
        if block.parent is not None and block.path in places:
            unknown.setdefault(block.parent, []).append(block)
    for blocks in unknown.values():
        told = [b for b in blocks if draft.may(_RULE, b.path, Loss.DROPS, "dropped a reference to an unknown tool")]
        _drop(draft, told)


def _drop(draft: Draft, blocks: list[Block]) -> None:
    if not blocks:
        return
    parent = blocks[0].parent
    held = parent.value.get("content") if parent is not None else None
    if isinstance(held, list) and len(held) == len(blocks):
        mark = blocks[-1].value.get("cache_control")
        draft.replace(blocks[0], {"type": "text", "text": NOTE} | ({"cache_control": mark} if mark else {}))
        blocks = blocks[1:]
    for block in blocks:
        draft.drop(block, _RULE)
