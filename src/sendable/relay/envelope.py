"""Opens the envelope in which a tool hands content blocks through a string: `{"$content_blocks": [...]}`.

Frameworks that carry a tool's result as one string (Flink Agents in Java and Python) lose what is no text. A tool that
returns the envelope gets its blocks to the model all the same, once the request passes here: the result then is the
one that sendable makes of the same envelope in a stored history. What may stand in an envelope, and why nothing is
opened unless the caller asks for it, says `sources.flink_agents_envelope`.
"""

from typing import Any

from sendable.conversation import ToolResult
from sendable.errors import PlacedError
from sendable.render.blocks import nested_blocks
from sendable.render.results import tool_result
from sendable.render.style import Style
from sendable.sources.flink_agents import MAX_BLOCK_BYTES
from sendable.sources.flink_agents_envelope import opened

Json = dict[str, Any]

_STYLE = Style()


def expanded(request: Json) -> Json:
    """The request with each result whose whole content is an envelope holding the blocks of that envelope.

    Only content that is a string is looked into, so what was opened is not opened again. All other text stays as it
    is, an envelope that holds anything unfit as well. A flag `is_error` of the result goes before that of its envelope.

    Args:
        request: a request as it stands on the wire, of any shape; it is not changed.

    Returns:
        A copy, with the messages in which nothing was opened being the same objects; the request itself if there is
        nothing to open at all.
    """
    messages = request.get("messages")
    if not isinstance(messages, list):
        return request
    after = [_message(message) for message in messages]
    if all(new is old for new, old in zip(after, messages, strict=True)):
        return request
    return {**request, "messages": after}


def _message(message: Any) -> Any:
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, list):
        return message
    after = [_block(block) for block in content]
    if all(new is old for new, old in zip(after, content, strict=True)):
        return message
    return {**message, "content": after}


def _block(block: Any) -> Any:
    if not isinstance(block, dict) or block.get("type") != "tool_result":
        return block
    text = block.get("content")
    held = opened(text, MAX_BLOCK_BYTES) if isinstance(text, str) else None
    if held is None:
        return block
    try:
        made = tool_result(ToolResult(call_id="", parts=held.parts, is_error=held.is_error), _STYLE, nested_blocks)
    except PlacedError:
        return block
    del made["tool_use_id"]
    flag = block.get("is_error")
    return {**block, **made} if flag is None else {**block, **made, "is_error": flag}
