"""OpenAI chat: request bodies, bare lists of messages, lines of either, and objects of the `openai` package in them.

What becomes what:

- system and developer messages: system messages, where they stand; user and assistant messages: themselves;
- tool and function messages: a tool message with one result each; a `function_call`, which has no id, gets one from its
  place, and the next message of that function answers it; a result without an id answers the call of its name that
  nothing else answers, or by order where there are as many calls as results, and is told as text otherwise;
- `tool_calls`: tool calls; JSON text that is an object is parsed, broken text stays text, no text is no arguments; the
  free text of a custom call becomes the argument `input`;
- text and refusals: text; `image_url`: an image by URL, or base64 from a data URL; `file`: a document (an image if its
  data are one) by base64 or file id, with its name; `input_audio`: audio, `video_url`: video; `cache_control` and
  `prompt_cache_breakpoint`: a cache point;
- `thinking_blocks` (LiteLLM): thinking as it was signed; `reasoning_content` and `reasoning`: thinking of nobody known;
- `tools` and `functions`: tools; max_tokens (and its later names), temperature, top_p, stop, stream, tool_choice and
  parallel_tool_calls: the settings of the Messages API; the model only where it is a Claude.

Lost, and told in `lost`: names of speakers, image detail, the sound of an answer (its transcript stays), citations,
tools that OpenAI runs, and all other settings and fields.
"""

from typing import Any

from sendable.conversation import Conversation, Lost
from sendable.errors import UnreadableError, UsageError
from sendable.sources.openai_chat_messages import ROLES, Reader
from sendable.sources.openai_objects import field, is_own, plain
from sendable.sources.openai_settings import settings_of, tools_of
from sendable.sources.stored import Line, Stored, stored

Json = dict[str, Any]

_OWN_ROLES = ("tool", "developer", "function")
_OWN_FIELDS = frozenset(
    {"tool_calls", "function_call", "tool_call_id", "reasoning_content", "thinking_blocks", "refusal"}
)
_OWN_PARTS = ("image_url", "input_audio", "file", "refusal", "video_url")
_OTHERS_FIELDS = frozenset({"parts", "extra_args", "kind", "data", "lc"})
_OTHERS_PARTS = (
    *("tool_use", "tool_result", "thinking", "redacted_thinking", "image", "document", "server_tool_use"),
    *("input_text", "output_text", "input_image", "input_file"),
)


def detect(held: Stored) -> bool:
    """A list of chat messages that holds a mark of chat, and none of another format; a body or lines of such."""
    found = _conversations(held)
    return bool(found) and _is_chat(found[0][1], begun=True)


def is_marked(held: Stored) -> bool:
    """Whether it is chat by more than the system message in front, which other formats have there as well."""
    found = _conversations(held)
    return bool(found) and _is_chat(found[0][1], begun=False)


def load(data: object, *, line: int | None = None) -> Conversation:
    """The conversation.

    Args:
        data: bytes, str, a path, a body, or a list of messages; objects of `openai` may stand in it.
        line: number of the line to load (from 1), for JSONL with several conversations.

    Raises:
        UnreadableError: it is no chat history.
        UsageError: several conversations and no line was chosen, or there is none on that line.
    """
    held = stored(data)
    chosen = _chosen(_found(held), line)
    damaged = [one.number for one in held.lines or [] if one.value is None]
    return _loaded(chosen, [Lost(f"line {number}", "a line that is no JSON") for number in damaged])


def load_all(data: object) -> list[tuple[int, Conversation]]:
    """All conversations of a JSONL file, each with the number of its line.

    Raises:
        UnreadableError: it holds none.
    """
    return [(number, _loaded(value, [])) for number, value in _found(stored(data))]


def _found(held: Stored) -> list[tuple[int, Any]]:
    found = _conversations(held)
    if not found:
        raise UnreadableError("no chat history: expected an object with `messages`, or a list of messages")
    return found


def _chosen(found: list[tuple[int, Any]], line: int | None) -> Any:
    if line is None and len(found) > 1:
        raise UsageError(
            f"{len(found)} conversations, on lines {found[0][0]} to {found[-1][0]}: choose one with the option `line`"
        )
    for number, value in found:
        if line in (None, number):
            return value
    raise UsageError(f"no conversation on line {line}: there is one on each of {len(found)} lines")


def _loaded(value: Any, lost: list[Lost]) -> Conversation:
    body = plain(value)
    body = body if isinstance(body, dict) else {"messages": body}
    reader = Reader(lost)
    messages = [reader.message(one, at) for at, one in enumerate(body["messages"])]
    return Conversation(
        messages=reader.unnamed.settled([message for message in messages if message is not None], lost),
        tools=tools_of(body, lost),
        settings=settings_of(body, lost),
        lost=lost,
    )


def _conversations(held: Stored) -> list[tuple[int, Any]]:
    """The bodies and lists of messages, with the numbers of their lines (or places in an array)."""
    if held.lines is not None and _are_messages([line.value for line in held.lines]):
        return [(1, [line.value for line in held.lines if line.value is not None])]
    entries = held.lines if held.lines is not None else _entries(held.value)
    bodies = [(one.number, _body(one.value)) for one in entries]
    return [(number, body) for number, body in bodies if body is not None]


def _entries(value: Any) -> list[Line]:
    """An array of bodies is as good as lines of them."""
    several = isinstance(value, list) and value and all(isinstance(field(one, "messages"), list) for one in value)
    return [Line(at, b"", one) for at, one in enumerate(value if several else [value], 1)]


def _are_messages(values: list[Any]) -> bool:
    return all(value is None or (isinstance(value, dict) and value.get("role") in ROLES) for value in values)


def _body(value: Any) -> Any:
    """The body or the list of messages in a value; in a line of a batch file too. None where there is none."""
    if isinstance(value, dict) and isinstance(value.get("body"), dict):
        value = value["body"]
    if _is_answer(value):
        value = [value]
    if isinstance(value, dict):
        return value if isinstance(value.get("messages"), list | tuple) else None
    if not isinstance(value, list | tuple) or not value or not all(map(_is_message, value)):
        return None
    return [_said(one) for one in value] if any(map(_is_answer, value)) else value


def _is_answer(value: Any) -> bool:
    """Whether this is a whole answer, as the API gives it, of which one message is meant."""
    choices = field(value, "choices") if field(value, "object") == "chat.completion" else None
    return isinstance(choices, list) and len(choices) == 1 and field(choices[0], "message") is not None


def _said(value: Any) -> Any:
    return field(field(value, "choices")[0], "message") if _is_answer(value) else value


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) or is_own(value)


def _is_chat(body: Any, *, begun: bool) -> bool:
    """Whether these are messages of chat; `begun`: a system message in front is mark enough."""
    messages = body["messages"] if isinstance(body, dict) else body
    if not all(_is_message(one) and field(one, "role") in ROLES for one in messages):
        return False
    if any(map(_has_others_field, messages)):
        return False
    kinds = {str(field(part, "type")) for one in messages for part in _listed(field(one, "content"))}
    if kinds.intersection(_OTHERS_PARTS) or (isinstance(body, dict) and _is_others_body(body)):
        return False
    return (
        not kinds.isdisjoint(_OWN_PARTS)
        or any(_is_marked(one) for one in messages)
        or (isinstance(body, dict) and _has_own_tools(body))
        or (begun and _begins_with_system(body, messages))
    )


def _begins_with_system(body: Any, messages: Any) -> bool:
    """Whether the system prompt is the first message; in a request to a Claude that is a fault, and no chat."""
    if not messages or field(messages[0], "role") != "system":
        return False
    if not isinstance(body, dict):
        return True
    model = body.get("model")
    return "claude" not in model if isinstance(model, str) else "max_tokens" not in body


def _has_others_field(one: Any) -> bool:
    # This and the next run over every message of a long history of another format: most have none of the names.
    if isinstance(one, dict) and _OTHERS_FIELDS.isdisjoint(one):
        return False
    return any(field(one, name) is not None for name in _OTHERS_FIELDS)


def _is_marked(one: Any) -> bool:
    """The library dumps its fields even where they are null."""
    if isinstance(one, dict):
        return one["role"] in _OWN_ROLES or not _OWN_FIELDS.isdisjoint(one)
    return True


def _is_others_body(body: Json) -> bool:
    return any(name in body for name in ("system", "anthropic_version")) or any(
        isinstance(tool, dict) and "input_schema" in tool for tool in _listed(body.get("tools"))
    )


def _has_own_tools(body: Json) -> bool:
    return "functions" in body or any(field(tool, "function") is not None for tool in _listed(body.get("tools")))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
