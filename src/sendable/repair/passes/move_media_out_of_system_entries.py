"""The pass `move_media_out_of_system_entries`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block, Turn
from sendable.wire.kinds import ROLE

RULE = "sys-block-types"


@repair_pass(RULE)
def move_media_out_of_system_entries(draft: Draft) -> None:
    """Move images, documents and search results of a system entry to the end of the user message before it.

    What the entry says about them still follows them there. A block that no user message may hold, and one without a
    user message before it, is dropped.
    """
    places = {finding.place for finding in draft.findings}
    for turn in draft.index.turns:
        if turn.role != "system":
            continue
        before = draft.index.turns[turn.number - 1] if turn.number else None
        for message in turn.messages:
            for block in message.blocks:
                if block.path in places:
                    _settle(draft, block, before)


def _settle(draft: Draft, block: Block, before: Turn | None) -> None:
    if before is not None and before.role == "user" and ROLE.get(block.kind) == "user" and block.kind != "tool_result":
        holder = before.messages[-1]
        if draft.may(RULE, holder.path, Loss.KEEPS, "moved a block of the system entry to the user message before it"):
            content = holder.value.get("content")
            draft.insert_block(holder, len(content) if isinstance(content, list) else 1, block.value, block.path)
            draft.drop(block, RULE)
    elif draft.may(RULE, block.path, Loss.DROPS, "dropped a block that a system entry cannot hold"):
        draft.drop(block, RULE)
