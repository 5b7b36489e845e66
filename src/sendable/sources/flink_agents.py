"""Flink Agents: lists of `ChatMessage`, live or stored, of 0.3 (string content) and of its coming version (blocks).

What becomes what:

- system, user and assistant messages: themselves; string content: one bare text, no content: no part;
- `extra_args["anthropic_content_blocks"]`: the blocks of the answer as the API gave them, without their nulls; the
  content, which repeats their text, is not told again;
- `tool_calls`: tool calls under the provider's id (`original_id`), else their own; those that the blocks hold already
  are not told again; JSON text of arguments is parsed, broken text stays text;
- a tool message: a tool message with one result; its call is `external_id`, else the call that no other result
  answers (by order, where there are as many such calls as results; told as text otherwise);
- content blocks: text, image, document, audio, video and tool results, told by their shape: `mime_type` with `data` or
  `url`, or the API's own; `extra_args["content_blocks"]`, which a connection of one's own may set, goes before them;
- a result whose text is the envelope `{"$content_blocks": [...]}`: its blocks, only with `expand_content_blocks`; it
  may hold `is_error` as well. Without the option, and when anything in it is forged or broken, it stays text, which
  `lost` then names.

Names are read as Python writes them (`external_id`) and as Java does (`externalId`). Lost, and told in `lost`: other
`extra_args` but for the counts of tokens, blocks of no known form, sizes and digests of files, damaged lines, and that
a result had no id. A list that was told as text (`str(list)` in Python, `List.toString()` in Java) stays that text.
"""

from typing import Any

import msgspec

from sendable.conversation import Conversation, Lost
from sendable.errors import UnreadableError, UsageError
from sendable.sources.flink_agents_messages import Reader, field
from sendable.sources.stored import Stored, stored

Json = dict[str, Any]

MAX_BLOCK_BYTES = 10_000_000
_ROLES = ("system", "user", "assistant", "tool")
_EXTRA = ("extra_args", "extraArgs")


def detect(held: Stored) -> bool:
    """Messages with a role and `extra_args`, which no other framework writes; one alone is a line, and no history."""
    messages = _messages(held)
    alone = held.lines is None and len(messages) == 1 and messages[0] is held.value
    return bool(messages) and not alone and all(map(_is_message, messages[:20]))


def load(data: object, *, expand_content_blocks: bool = False, max_block_bytes: int = MAX_BLOCK_BYTES) -> Conversation:
    """The conversation.

    Args:
        data: bytes, str, a path, a list of messages (live or stored), an object with `messages`, an event of a chat.
        expand_content_blocks: whether envelopes in results are opened; for tools whose output no outsider controls.
        max_block_bytes: the most that one block of an envelope may hold, decoded.

    Raises:
        UnreadableError: it is no such history.
        UsageError: a limit that is no limit.
    """
    if max_block_bytes < 1:
        raise UsageError("max_block_bytes: a number of bytes")
    held = stored(data)
    messages = _messages(held)
    if not messages or not any(map(_is_message, messages)):
        raise UnreadableError("no history of Flink Agents: expected messages with a role and extra_args")
    reader = Reader(max_block_bytes if expand_content_blocks else None)
    reader.lost += [
        Lost(f"line {one.number}", "a line that is no JSON") for one in held.lines or [] if one.value is None
    ]
    for at, message in enumerate(messages):
        reader.read(_plain(message), at)
    return Conversation(messages=reader.unnamed.settled(reader.messages, reader.lost), lost=reader.lost)


def _messages(held: Stored) -> list[Any]:
    objects = held.objects
    if len(objects) != 1:
        return objects
    value = objects[0]
    for name in ("attributes", "messages"):
        inner = field(value, name)
        value = inner if isinstance(inner, dict | list | tuple) else value
    return list(value) if isinstance(value, list | tuple) else [value]


def _is_message(value: Any) -> bool:
    role = field(value, "role")
    named = getattr(role, "value", role)
    return isinstance(named, str) and named.lower() in _ROLES and any(isinstance(field(value, n), dict) for n in _EXTRA)


def _plain(message: Any) -> Any:
    """The JSON value of a message; a live one is read field by field, since it cannot always dump itself.

    Raises:
        UnreadableError: something in it has no JSON form, or it is nested too deeply.
    """
    if not isinstance(message, dict) and _is_message(message):
        names = ("role", "content", "blocks", "tool_calls", "extra_args")
        message = {name: getattr(message, name) for name in names if hasattr(message, name)}
    try:
        return msgspec.to_builtins(message, enc_hook=_dumped)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    except (TypeError, ValueError, NotImplementedError):
        raise UnreadableError("a history that holds what JSON has no form for") from None


def _dumped(value: Any) -> Any:
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", by_alias=True, exclude_none=True)
    raise TypeError(type(value).__name__)
