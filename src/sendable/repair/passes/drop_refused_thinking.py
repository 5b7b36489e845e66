"""The pass `drop_refused_thinking`."""

from sendable.contract.finding import Finding
from sendable.contract.rules.thinking.thinking_modified import LAW as MODIFIED
from sendable.repair.block_binding import set_drop_block
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_chain import drop_thinking
from sendable.repair.thinking_keys import thinking_of
from sendable.repair.thinking_runs import drop_thinking_of
from sendable.wire.blocks import Block


@repair_pass("thinking-bound", "thinking-modified")
def drop_refused_thinking(draft: Draft) -> None:
    """Give up thinking that the API refused for what nobody could see: what it is bound to, or how it was before.

    What is bound to another conversation the server is asked to drop, where that is allowed; else it goes from the
    named block on, to the end (documented 2026-10-08). A run of the latest turn that was modified goes with all
    thinking of that turn, since its original is not at hand.
    """
    for finding in draft.findings:
        block = _block_at(draft, finding)
        if block is None or draft.options.max_loss < Loss.DROPS:
            continue
        if finding.rule == MODIFIED.id:
            drop_thinking_of(draft, draft.index.turns[draft.index.messages[block.message].turn], finding.rule)
        elif not (draft.checks_prefix and set_drop_block(draft, finding.rule, block)):
            behind = dict.fromkeys(_from(draft, block), finding.rule)
            drop_thinking(draft, behind, "dropped thinking that is bound to another conversation")


def _block_at(draft: Draft, finding: Finding) -> Block | None:
    """The thinking block that a finding names."""
    return next((block for block in thinking_of(draft.index) if block.path == finding.place[:4]), None)


def _from(draft: Draft, first: Block) -> list[Block]:
    """The thinking from a block on."""
    blocks = thinking_of(draft.index)
    return blocks[blocks.index(first) :]
