"""The parts of OpenTelemetry's GenAI messages, one function for each kind."""

from collections.abc import Callable
from typing import Any

from sendable.conversation import (
    Audio,
    Base64,
    Document,
    File,
    Image,
    Lost,
    NativeCall,
    NativeResult,
    Part,
    Source,
    Text,
    Thinking,
    ToolCall,
    ToolResult,
    Url,
    Video,
)
from sendable.sources import pydantic_ai_native
from sendable.sources.json_text import json_text
from sendable.sources.openai_parts import arguments_of, text_of, url_source
from sendable.sources.pydantic_ai_media import returned
from sendable.sources.unnamed_results import Unnamed

Json = dict[str, Any]

OWN = "anthropic"
_BY_TYPE: dict[str, type[Image | Audio | Video]] = {"image": Image, "audio": Audio, "video": Video}
_PREFIXES = ("srvtoolu_", "mcptoolu_")
_NO_TYPE = "application/octet-stream"


class Spot:
    """Where a part stands.

    Attributes:
        message: place of its message; -1 for the system prompt.
        part: place in that message.
        provider: who was asked, where that was recorded.
        lost: what could not be carried over so far.
        unnamed: results without the id of their call.
    """

    __slots__ = ("lost", "message", "part", "provider", "unnamed")

    def __init__(
        self, message: int, part: int, provider: str | None, lost: list[Lost], unnamed: Unnamed | None = None
    ) -> None:
        self.message = message
        self.part = part
        self.provider = provider
        self.lost = lost
        self.unnamed = unnamed or Unnamed()

    def lose(self, what: str) -> None:
        """Note that the part could not be carried over."""
        path = f"system.{self.part}" if self.message < 0 else f"{self.message}.parts.{self.part}"
        self.lost.append(Lost(path, what))

    def call_id(self, part: Json) -> str:
        """The id of a call; one that has none is named by its place."""
        return text_of(part.get("id"), f"call_{self.message}_{self.part}")


def part_of(part: Any, spot: Spot) -> Part | None:
    """The part of the conversation; None for what it cannot hold, or what was not sent."""
    kind = part.get("type") if isinstance(part, dict) else None
    make = _MAKERS.get(kind) if isinstance(kind, str) else None
    if make is None:
        spot.lose("a part of a kind that is not known here")
        return None
    if part.get("visible") is False:
        return None
    made = make(part, spot)
    if made is None:
        spot.lose("content that was not recorded")
    return made


def _text(part: Json, _spot: Spot) -> Part | None:
    return Text(text=part["content"]) if isinstance(part.get("content"), str) else None


def _reasoning(part: Json, spot: Spot) -> Part | None:
    return Thinking(text=part["content"], provider=spot.provider) if isinstance(part.get("content"), str) else None


def _tool_call(part: Json, spot: Spot) -> Part | None:
    name = part.get("name")
    if not isinstance(name, str):
        return None
    call_id, arguments = spot.call_id(part), arguments_of(part.get("arguments"))
    if part.get("builtin") is True:
        return _native_call(call_id, name, arguments, spot)
    return ToolCall(id=call_id, name=name, arguments=arguments)


def _server_call(part: Json, spot: Spot) -> Part | None:
    held, name = part.get("server_tool_call"), part.get("name")
    details = {field: value for field, value in held.items() if field != "type"} if isinstance(held, dict) else {}
    given = details.get("arguments", details.get("input", details))
    return _native_call(spot.call_id(part), text_of(name, "a native tool"), arguments_of(given), spot)


def _native_call(call_id: str, name: str, arguments: Any, spot: Spot) -> NativeCall:
    """Anthropic's as the block that pydantic-ai makes of what it records; caller and details are not recorded."""
    held = {"tool_name": name, "args": arguments, "provider_name": _provider(call_id, spot)}
    return pydantic_ai_native.native_call(held, call_id, {})


def _provider(call_id: str, spot: Spot) -> str | None:
    return OWN if call_id.startswith(_PREFIXES) else spot.provider


def _tool_response(part: Json, spot: Spot) -> Part | None:
    call_id, named = spot.call_id(part), part.get("name")
    name = named if isinstance(named, str) else None
    value = part.get("response", part.get("result"))
    if part.get("builtin") is True:
        return _native_result(call_id, name or "a native tool", value, spot)
    parts, bare = _returned(value, spot)
    if "response" not in part and "result" not in part:
        spot.lose("a result that was not recorded")
    answered = text_of(part.get("id"), "") or spot.unnamed.note(f"{spot.message}.parts.{spot.part}")
    return ToolResult(call_id=answered, name=name, parts=parts, bare=bare)


def _server_response(part: Json, spot: Spot) -> Part | None:
    held = part.get("server_tool_call_response")
    details: Json = held if isinstance(held, dict) else {}
    value = next((details[name] for name in ("content", "output", "result") if name in details), details)
    name = text_of(part.get("name"), text_of(details.get("type"), "a native tool"))
    return _native_result(spot.call_id(part), name, value, spot)


def _native_result(call_id: str, name: str, value: Any, spot: Spot) -> NativeResult:
    held = {"tool_name": name, "content": value, "provider_name": _provider(call_id, spot)}
    return pydantic_ai_native.native_result(held, call_id, {})


def _returned(value: Any, spot: Spot) -> tuple[list[Part], bool]:
    """What a tool returned: parts where it returned such, else text, or JSON text with the files in it behind it."""
    if value is None:
        return [], True
    if isinstance(value, list) and value and all(isinstance(one, dict) and one.get("type") in _SAID for one in value):
        made = [part_of(one, spot) for one in value]
        return [part for part in made if part is not None], False
    if isinstance(value, str | list) or _is_file(value):
        return returned({"content": value})
    return [Text(text=json_text(value))], True


def _is_file(value: Any) -> bool:
    return isinstance(value, dict) and value.get("kind") == "binary"


def _media(part: Json, spot: Spot) -> Part | None:
    named = part.get("mime_type", part.get("media_type"))
    declared = named if isinstance(named, str) and named else None
    modality = part.get("modality")
    source = _source(part, declared, spot)
    if source is None:
        return None
    kind = (declared or str(modality)).partition("/")[0].lower()
    if part["type"].endswith("-url"):
        kind = str(part["type"]).removesuffix("-url")
    return _BY_TYPE.get(kind, Document)(source=source)


def _source(part: Json, declared: str | None, spot: Spot) -> Source | None:
    data, url, file_id = part.get("content"), part.get("uri", part.get("url")), part.get("file_id")
    if isinstance(data, str) and data:
        return Base64(data=data.replace("-", "+").replace("_", "/"), media_type=declared or _NO_TYPE)
    if isinstance(url, str) and url:
        held = url_source(url)
        return Url(url=held.url, media_type=declared) if isinstance(held, Url) else held
    if isinstance(file_id, str) and file_id:
        return File(file_id=file_id, media_type=declared, provider=spot.provider or OWN)
    return None


_MEDIA = ("blob", "uri", "file", "binary", "image-url", "audio-url", "video-url", "document-url")
_SAID = ("text", *_MEDIA)
_MAKERS: dict[str, Callable[[Json, Spot], Part | None]] = {
    "text": _text,
    **dict.fromkeys(("reasoning", "thinking"), _reasoning),
    "tool_call": _tool_call,
    "tool_call_response": _tool_response,
    "server_tool_call": _server_call,
    "server_tool_call_response": _server_response,
    **dict.fromkeys(_MEDIA, _media),
}
