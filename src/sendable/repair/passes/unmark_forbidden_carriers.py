"""The pass `unmark_forbidden_carriers`."""

from sendable.repair.breakpoints import Leaving, is_breakpoint, longer, move_back
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.paths import Path, lookup


@repair_pass("cache-on-thinking", "cache-on-subcontent", marks=True)
def unmark_forbidden_carriers(draft: Draft) -> None:
    """Move a breakpoint off what cannot carry one.

    From a part of a block it goes to the block itself, as the documentation advises; from a block that cannot carry one
    either, and from thinking, to the nearest block of the messages before it that can. A longer ttl that is there
    stays. Forwards is no choice: that would cache what its author left outside. Without a carrier it is given up.
    """
    blocks = _places(draft.index)
    leaving: dict[Block, Leaving] = {}
    for finding in draft.findings:
        path = finding.place
        if not draft.may(finding.rule, path, Loss.KEEPS, "took the cache breakpoint off what cannot carry one"):
            continue
        draft.unset(path)
        mark, block = lookup(draft.index.request, path), blocks.get(_block_of(path))
        if block is not None and is_breakpoint(mark):
            held = leaving[block].mark if block in leaving else None
            leaving[block] = Leaving(longer(mark, held), finding.rule)
    move_back(draft, leaving, "moved the cache breakpoint here")


def _block_of(path: Path) -> Path:
    """The path of the top-level block that a path leads into, or of the message when it leads into no block."""
    return path[:4] if len(path) > 4 else path[:2]


def _places(index: Index) -> dict[Path, Block]:
    """Each top-level block by its path; a message stands for its last block."""
    places: dict[Path, Block] = {}
    for message in index.messages:
        for block in message.blocks:
            places["messages", message.at, "content", block.position] = block
            places["messages", message.at] = block
    return places
