"""The pass `tell_unavailable_blocks`."""

from sendable.contract.native_pairs import native_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.native_text import tell_pair
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.kinds import BETAS

RULE = "content-block-unknown-type"


@repair_pass(RULE)
def tell_unavailable_blocks(draft: Draft) -> None:
    """Tell what the target has no block for as text, or drop it where it has nothing to tell.

    Where only a beta is missing, and betas may be added, the block stays and the beta is asked for. Calls and results
    of native tools are told as a pair, the summary of a compaction as the text that it is.
    """
    pairs = native_pairs(draft.index)
    answered = {half: pair for pair in zip(pairs.paired, pairs.answers, strict=True) for half in pair}
    blocks = {block.path: block for held in draft.index.top.values() for block in held}
    done: set[Block] = set()
    for finding in draft.findings:
        block = blocks.get(finding.place)
        if block is None or block in done or _kept_with_beta(draft, block):
            continue
        call, result = answered.get(block, (None, None))
        if call is not None and result is not None:
            if tell_pair(draft, call, result, RULE):
                done |= {call, result}
        elif not _told_summary(draft, block):
            _drop(draft, block)


def _kept_with_beta(draft: Draft, block: Block) -> bool:
    """Whether the beta that the block needs was asked for."""
    betas = BETAS.get(block.kind)
    if betas is None or not draft.options.add_betas or not draft.target.lacks(*betas) or draft.target.is_cloud:
        return False
    if draft.may(RULE, block.path, Loss.KEEPS, "asked for the beta that the block needs"):
        draft.ask_for(betas[-1])
    return True


def _told_summary(draft: Draft, block: Block) -> bool:
    summary = block.value.get("content")
    if block.kind != "compaction" or not isinstance(summary, str) or not summary.strip():
        return False
    if draft.may(RULE, block.path, Loss.DEMOTES, "told the summary as text"):
        draft.replace(block, {"type": "text", "text": summary})
    return True


def _drop(draft: Draft, block: Block) -> None:
    if draft.may(RULE, block.path, Loss.DROPS, "dropped the block, which the target does not know"):
        draft.drop(block, RULE)
