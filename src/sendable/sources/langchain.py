"""LangChain messages: live objects, `messages_to_dict`, `dumpd` and `dumps`, and the state of a LangGraph thread.

What becomes what:

- system, human, AI and tool messages: messages of their roles; a chat message by the role it names; a function message
  answers the last open `function_call` of its name;
- text with Anthropic's citations, kept or turned back from annotations; `cache_control` as a cache point;
- images, files, plain text, audio and video by URL, data or file id, in LangChain's own forms (v1 and before), in
  Anthropic's and in OpenAI's; a `data:` URL is its data; `title`, `context`, `citations` and `filename` stay;
- thinking and reasoning with signature, provider and model, in `additional_kwargs` too; Anthropic's redacted thinking;
- tool calls: one that stands in the content and in `tool_calls` is one call, in the content's place, with the arguments
  of `tool_calls`; invalid calls keep their arguments as the text they are;
- tool messages: one result each, without an id that of the call which nothing else answers; `status="error"` as an
  error; a mark for the cache inside goes behind the result;
- what Anthropic ran: its exact blocks, from v1 blocks too; what another provider ran: a foreign native call;
- other blocks of Anthropic's, and new ones in its messages: verbatim; `non_standard` blocks are what they hold.

Lost, and told in `lost`: artifacts of tools (no model sees them), names of speakers, `RemoveMessage`, another
provider's citations and sound, blocks of no known kind. Ids, usage and metadata go without a word, but for the
container that an open call out of code execution needs.
"""

from typing import Any

from sendable.conversation import Conversation, Lost, Message, ToolCall
from sendable.errors import UnreadableError
from sendable.sources.langchain_messages import KINDS, Reader, entry, is_live, kind_of
from sendable.sources.stored import Stored, stored

Json = dict[str, Any]
_LOOKED_AT = 4


def detect(held: Stored) -> bool:
    """A list of live or dumped messages, a state that holds one, or one message a line."""
    value = held.value if held.lines is None else held.objects
    found = _messages(value)
    return bool(found) and all(_is_message(one) for one in found[:_LOOKED_AT])


def load(data: object) -> Conversation:
    """The conversation.

    Args:
        data: bytes, str, a path, a list of messages, a message, or an object or dict with `messages`. Where the format
            is named, pairs of role and content, dicts with a `role` and bare strings are messages too.

    Raises:
        UnreadableError: it is no LangChain history.
    """
    held = stored(data)
    found = _messages(held.value if held.lines is None else held.objects)
    if not found:
        raise UnreadableError("no LangChain history: expected a list of messages")
    lost: list[Lost] = []
    reader = Reader(lost)
    try:
        read = [reader.message(one, at) for at, one in enumerate(found)]
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    said = reader.unnamed.settled([message for message in read if message is not None], lost)
    return Conversation(messages=said, settings=_container(found, said), lost=lost)


def _messages(value: Any) -> list[Any]:
    """The messages in what was handed over; [] where there are none."""
    if is_live(value) and isinstance(getattr(value, "messages", None), list):
        return list(value.messages)
    if isinstance(value, dict):
        inner = value.get("kwargs") if "lc" in value else value
        if isinstance(inner, dict) and isinstance(inner.get("messages"), list | tuple):
            return list(inner["messages"])
    if _is_message(value):
        return [value]
    if not isinstance(value, list | tuple):
        return []
    # Callbacks and LangSmith keep a list of conversations, of which there is one.
    nested = len(value) == 1 and isinstance(value[0], list) and bool(value[0]) and _is_message(value[0][0])
    return list(value[0] if nested else value)


def _is_message(value: Any) -> bool:
    if is_live(value):
        return kind_of(getattr(value, "type", None)) in KINDS
    if not isinstance(value, dict):
        return False
    if "lc" in value:
        held = entry(value)
        return held is not None and held["type"] in KINDS
    if kind_of(value.get("type")) not in KINDS:
        return False
    data = value.get("data")
    # A flat dump has fields that all messages have; `type` and `content` alone are what others keep as well.
    return isinstance(data, dict) if "data" in value else "content" in value and "additional_kwargs" in value


def _container(found: list[Any], said: list[Message]) -> Json:
    """The container that the last turn's open call out of code execution runs in."""
    last = next((message for message in reversed(said) if message.role != "tool"), None)
    if last is None or not any(isinstance(part, ToolCall) and "caller" in part.extra for part in last.parts):
        return {}
    for one in reversed(found):
        held = entry(one)
        metadata = held.get("response_metadata") if held is not None else None
        container = metadata.get("container") if isinstance(metadata, dict) else None
        if isinstance(container, dict) and isinstance(container.get("id"), str):
            return {"container": container["id"]}
    return {}
