"""AI SDK: stored `UIMessage` lists (`useChat`), and the `ModelMessage` lists that they are turned into.

What becomes what:

- text, with a compaction of Anthropic's verbatim; `cacheControl` in provider metadata or options as a cache point;
- reasoning with `signature` or `redactedData`: thinking; without one: thinking of the provider that the metadata name;
- files and images by URL, data URL, base64, bytes or file id: image, document, audio or video by their media type;
- `tool-NAME` and `dynamic-tool` parts: a call, and behind the step, in one tool message, its result, which keeps the
  blocks of a tool of MCP. `output-error` and `output-denied` are errors; in all states before `output-*` the call has
  no result. `step-start` ends an assistant message; an answer that marks no steps is cut where the model speaks again
  after an answered call;
- calls that the provider ran (`providerExecuted`): native calls and results, Anthropic's as its own blocks;
- in `ModelMessage` lists, `tool-call` and `tool-result` parts with outputs of all types.

Lost, and told in `lost`: sources, `data-*` parts, approvals, parts of no known kind. Metadata of messages go without a
word. Messages of AI SDK 4 (`toolInvocations`) are not read.
"""

from typing import Any

from sendable.conversation import Conversation, Lost, Message
from sendable.errors import UnreadableError
from sendable.sources.ai_sdk_model import model_message
from sendable.sources.ai_sdk_ui import ui_messages
from sendable.sources.stored import Stored, stored
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

_ROLES = ("system", "user", "assistant", "tool")
_WORDS = ("text", "reasoning")
_UI_KINDS = ("dynamic-tool", "step-start", "source-url", "source-document")
_CALL_KINDS = ("tool-call", "tool-result", "tool-approval-request", "tool-approval-response")


def detect(held: Stored) -> bool:
    """A list of messages with a mark of either kind."""
    found = _messages(held)
    if not found or not all(isinstance(one, dict) and one.get("role") in _ROLES for one in found):
        return False
    if all(isinstance(one.get("parts"), list) for one in found):
        kinds = [part for one in found for part in one["parts"] if isinstance(part, dict)]
        return any(map(_is_ui, kinds)) and not any("content" in part for part in kinds)
    return any(_is_model(part) for one in found for part in _listed(one.get("content")))


def load(data: object) -> Conversation:
    """The conversation.

    Args:
        data: bytes, str, a path, a list of messages, an object with `messages`, or lines of messages.

    Raises:
        UnreadableError: it is no list of messages.
    """
    found = _messages(stored(data))
    if not found:
        raise UnreadableError("no AI SDK history: expected a list of messages")
    lost: list[Lost] = []
    said, unnamed = list[Message](), Unnamed()
    try:
        for at, one in enumerate(found):
            if isinstance(one, dict) and isinstance(one.get("parts"), list):
                said += ui_messages(one, at, lost)
            elif isinstance(one, dict) and one.get("role") in _ROLES:
                said += model_message(one, at, lost, unnamed)
            else:
                lost.append(Lost(str(at), "an entry that is no message"))
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    return Conversation(messages=unnamed.settled(said, lost), lost=lost)


def _messages(held: Stored) -> list[Any]:
    value = held.value if held.lines is None else held.objects
    if isinstance(value, dict):
        inner = value.get("messages")
        value = inner if isinstance(inner, list) else [value]
    return value if isinstance(value, list) else []


def _is_ui(part: Json) -> bool:
    kind = part.get("type")
    if not isinstance(kind, str):
        return False
    if kind in _WORDS:
        return isinstance(part.get("text"), str)
    if kind == "file":
        return "mediaType" in part
    return kind in _UI_KINDS or (kind.startswith("tool-") and "toolCallId" in part) or kind.startswith("data-")


def _is_model(part: Any) -> bool:
    # This runs over every block of a long history of another format: the kinds that tell nothing leave first.
    kind = part.get("type") if isinstance(part, dict) else None
    if kind == "text":
        return "providerOptions" in part
    if kind in _CALL_KINDS:
        return "toolCallId" in part or "approvalId" in part
    if kind == "file":
        return "mediaType" in part
    return (kind == "image" and "image" in part) or (kind == "reasoning" and "text" in part)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
