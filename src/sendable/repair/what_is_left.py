"""Whether a request keeps a message at all: one without any is refused, and nothing would be left to repair."""

from collections.abc import Container

from sendable.repair.draft import Draft
from sendable.wire.blocks import Block, Message
from sendable.wire.kinds import THINKING


def nothing_left(draft: Draft, blocks: Container[Block] = (), messages: Container[Message] = ()) -> bool:
    """Whether the drop of these blocks and messages would leave the request without a message.

    A message that is left with nothing but thinking goes as well.
    """
    listed = draft.index.request.get("messages")
    if not isinstance(listed, (list, tuple)) or len(listed) != len(draft.index.messages):
        return False
    return all(message in messages or _emptied(message, blocks) for message in draft.index.messages)


def _emptied(message: Message, blocks: Container[Block]) -> bool:
    content = message.value.get("content")
    if isinstance(content, list) and len(content) != len(message.blocks):
        return False
    left = [block for block in message.blocks if block not in blocks]
    return len(left) < len(message.blocks) and all(block.kind in THINKING for block in left)
