"""The pass `split_messages_by_role`."""

from sendable.contract.rules.messages.assistant_only_blocks import misplaced
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block, Message
from sendable.wire.kinds import ROLE
from sendable.wire.paths import Path as Place

RULE = "assistant-only-blocks"


@repair_pass(RULE)
def split_messages_by_role(draft: Draft) -> None:
    """Split a message in front of and behind the blocks of the other role, so that each stands in a message of its own.

    Every block keeps its place in the order of the conversation, and messages of one role that come to stand side by
    side are one turn. Blocks that only a system message may hold are left: where such a message may stand is another
    question.
    """
    by_message: dict[int, set[Block]] = {}
    for block in misplaced(draft.index):
        if ROLE[block.kind] != "system":
            by_message.setdefault(block.message, set()).add(block)
    for message in draft.index.messages:
        wrong = by_message.get(message.at, set())
        moved = [block for block in message.blocks if block in wrong and _told(draft, block)]
        if moved:
            _split(draft, message, set(moved))


def _told(draft: Draft, block: Block) -> bool:
    what = f"moved the block into a message of the {ROLE[block.kind]}"
    return draft.may(RULE, block.path, Loss.KEEPS, what)


def _split(draft: Draft, message: Message, moved: set[Block]) -> None:
    """The first run stays in the place of the message, the others follow it."""
    runs: list[tuple[str, list[Block]]] = []
    for block in message.blocks:
        role = ROLE[block.kind] if block in moved else message.role
        if runs and runs[-1][0] == role:
            runs[-1][1].append(block)
        else:
            runs.append((role, [block]))
    role, first = runs[0]
    draft.set(message.path, {**message.value, "role": role, "content": [block.value for block in first]})
    for role, blocks in runs[1:]:
        stood: dict[Place, Place] = {("content", at): block.path for at, block in enumerate(blocks)}
        value = {"role": role, "content": [block.value for block in blocks]}
        draft.insert_message(message.at + 1, value, blocks[0].path, stood)
