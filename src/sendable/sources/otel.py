"""OpenTelemetry GenAI: lists of messages, spans and events that carry them, OTLP JSON, and live spans.

What becomes what:

- `gen_ai.system_instructions`: the system prompt; `gen_ai.input.messages`, then `gen_ai.output.messages`: the messages
  (or pydantic-ai's `pydantic_ai.all_messages`), as JSON or as JSON text. Of several spans the one with the most
  messages is the history, since each holds what came before it; the later one of two equals;
- text: text; `reasoning` and `thinking`: thinking without a signature, since none is recorded;
- `tool_call`: a call, broken JSON arguments stay text; `tool_call_response`: a result, in a tool message where it
  stands among its like; its `response`, or `result` of older drafts, may hold parts, and files as pydantic-ai has them;
- calls that the provider ran (`server_tool_call`, pydantic-ai's `builtin` mark): native calls and results;
- `blob`, `uri`, `file`, and the names that pydantic-ai had for them: image, document, audio or video;
- `gen_ai.tool.definitions`: tools; the model and max_tokens of a request to a Claude: settings.

Lost, and told in `lost`: content that was not recorded, names of speakers, parts of no known kind. That a tool failed
is recorded nowhere. What pydantic-ai marks as not visible was not sent, and goes without a word.
"""

from typing import Any

from sendable.conversation import MEDIA, CachePoint, Conversation, Lost, Message, Part, Role, Text, ToolResult
from sendable.errors import UnreadableError
from sendable.sources.openai_settings import tools_of
from sendable.sources.otel_parts import Spot, part_of
from sendable.sources.otel_spans import is_messages, read, records
from sendable.sources.stored import Stored, stored
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

_ROLES: dict[Any, Role] = {"system": "system", "user": "user", "assistant": "assistant", "tool": "tool"}


def detect(held: Stored) -> bool:
    """Messages whose parts have `content`, or a span, event or export with the attributes for them."""
    value = held.value if held.lines is None else held.objects
    if isinstance(value, list) and value and isinstance(value[0], dict) and "role" in value[0]:
        return is_messages(value)
    return next(records(value), None) is not None


def load(data: object) -> Conversation:
    """The conversation.

    Args:
        data: bytes, str, a path, a list of messages, or one or several spans.

    Raises:
        UnreadableError: no messages were recorded, or those that were are cut off.
    """
    held = stored(data)
    record = _chosen(held.value if held.lines is None else held.objects)
    lost, unnamed = list[Lost](), Unnamed()
    try:
        said = [made for at, one in enumerate(_messages(record)) for made in _message(one, at, record, lost, unnamed)]
        opening = _system(record, lost)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    tools = tools_of({"tools": read(record.get("gen_ai.tool.definitions"))}, lost)
    said = unnamed.settled(said, lost)
    system = [part for part in opening if isinstance(part, Text | CachePoint)]
    if len(system) < len(opening):  # media, which the rendering refuses in a system message and keeps in no other way
        said, system = [Message(role="system", parts=opening), *said], []
    return Conversation(messages=said, system=system or None, tools=tools, settings=_settings(record), lost=lost)


def _chosen(value: Any) -> Json:
    """The attributes of the span that holds the most."""
    if isinstance(value, list) and value and all(isinstance(one, dict) and "role" in one for one in value):
        return {"gen_ai.input.messages": value}
    found = [record for record in records(value) if _messages(record)]
    if not found:
        raise UnreadableError("no messages were recorded, or they are cut off")
    return max(reversed(found), key=lambda record: len(_messages(record)))


def _messages(record: Json) -> list[Any]:
    whole = read(record.get("pydantic_ai.all_messages"))
    if isinstance(whole, list):
        return whole
    given, made = read(record.get("gen_ai.input.messages")), read(record.get("gen_ai.output.messages"))
    return [*(given if isinstance(given, list) else []), *(made if isinstance(made, list) else [])]


def _message(one: Any, at: int, record: Json, lost: list[Lost], unnamed: Unnamed) -> list[Message]:
    if not isinstance(one, dict) or not isinstance(one.get("parts"), list):
        lost.append(Lost(str(at), "an entry that is no message"))
        return []
    if one.get("name"):
        lost.append(Lost(f"{at}.name", "the name of who speaks"))
    named = one.get("role")
    if not isinstance(named, str) or named not in _ROLES:
        lost.append(Lost(f"{at}.role", "a role that is unknown; told as the user's"))
    role = _ROLES.get(named, "user") if isinstance(named, str) else "user"
    provider = record.get("gen_ai.provider.name", record.get("gen_ai.system"))
    said = []
    for number, part in enumerate(one["parts"]):
        spot = Spot(at, number, provider if isinstance(provider, str) else None, lost, unnamed)
        made = part_of(part, spot)
        said += [made] if made is not None else []
    if role == "user" and said and all(isinstance(part, ToolResult) for part in said):
        role = "tool"
    return [Message(role=role, parts=said)] if said or not one["parts"] else []


def _system(record: Json, lost: list[Lost]) -> list[Part]:
    held = read(record.get("gen_ai.system_instructions"))
    if isinstance(held, str):
        return [Text(text=held)]
    heard: list[Part] = []
    for number, part in enumerate(held if isinstance(held, list) else []):
        spot = Spot(-1, number, None, lost)
        made = part_of(part, spot)
        if isinstance(made, (Text, *MEDIA)):
            heard.append(made)
        elif made is not None:
            spot.lose("what a system message holds beside text")
    return heard


def _settings(record: Json) -> Json:
    model, cap = record.get("gen_ai.request.model"), record.get("gen_ai.request.max_tokens")
    if not isinstance(model, str) or not model.startswith("claude"):
        return {}
    return {"model": model} | ({"max_tokens": cap} if isinstance(cap, int) else {})
