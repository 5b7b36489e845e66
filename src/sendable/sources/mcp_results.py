"""What an MCP tool returned, as the parts of a result.

What becomes what:

- text: text; image: an image;
- audio: audio, which raises the same clear error as in a user message when it is rendered, or a note in its place;
- embedded text resource: a document titled by its URI; embedded blob: a PDF or text becomes a document titled by its
  URI, a picture an image, sound and film themselves; a blob of any other type is a document that rendering refuses;
- resource link: text that names it; nothing is fetched;
- structured content: its JSON text at the end, unless a text block says the same already;
- `isError`: the flag of the result.

Lost, and told in `lost`: `_meta`, annotations, icons, blocks of no known type, and audio of which only a note is left.
"""

import json
from collections.abc import Callable
from typing import Any, Literal, NamedTuple, get_args

import msgspec

from sendable.conversation import Audio, Base64, Document, Image, Lost, Part, Plain, Text, Video
from sendable.errors import UnreadableError, UsageError
from sendable.sources.json_text import json_text

Json = dict[str, Any]
AudioChoice = Literal["error", "note"]

_UNKNOWN = "application/octet-stream"
_BESIDE = ("_meta", "meta", "annotations", "icons")


class ToolResultParts(NamedTuple):
    """What a tool said: its parts, whether it failed (None where the result does not say), and what was lost."""

    parts: list[Part]
    is_error: bool | None
    lost: list[Lost]


def tool_result_parts(result: object, audio: AudioChoice = "error") -> ToolResultParts:
    """The parts of a `CallToolResult`, for a `ToolResult`.

    Args:
        result: the object of the `mcp` package, or its JSON value.
        audio: "error" keeps audio, so that rendering raises; "note" leaves a text in its place.

    Raises:
        UnreadableError: it is no such result.
    """
    value = plain(result)
    if not isinstance(value, dict):
        raise UnreadableError("no result of an MCP tool: expected an object")
    if audio not in get_args(AudioChoice):
        raise UsageError("audio: one of error, note")
    reader = _Reader(audio)
    content = value.get("content")
    parts = [part for at, block in enumerate(_listed(content)) for part in reader.block(block, f"content.{at}")]
    parts += _structured(first_of(value, "structuredContent", "structured_content", "toolResult"), parts)
    reader.note_beside(value, "")
    if content is not None and not isinstance(content, list):
        reader.lost.append(Lost("content", "content that is no list"))
    flag = first_of(value, "isError", "is_error")
    return ToolResultParts(parts, flag if isinstance(flag, bool) else None, reader.lost)


def plain(value: Any) -> Any:
    """The JSON value of objects of the `mcp` package, alone or inside dicts and lists.

    Raises:
        UnreadableError: something in it has no JSON form, or it is nested too deeply.
    """
    try:
        return msgspec.to_builtins(value, enc_hook=_dumped)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a result") from None
    except (TypeError, ValueError, NotImplementedError):
        raise UnreadableError("a result that holds what JSON has no form for") from None


def first_of(value: Json, *names: str) -> Any:
    """The first of these fields that is there and not null: the package writes some names in two ways."""
    return next((value[name] for name in names if value.get(name) is not None), None)


def _dumped(value: Any) -> Any:
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", by_alias=True, exclude_none=True)
    raise TypeError(type(value).__name__)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


class _Reader:
    """Reads the blocks of one result, and remembers what it could not carry over."""

    def __init__(self, audio: AudioChoice) -> None:
        self.audio = audio
        self.lost: list[Lost] = []

    def block(self, block: Any, path: str) -> list[Part]:
        read = _BLOCKS.get(str(block.get("type"))) if isinstance(block, dict) else None
        part = read(self, block, path) if read is not None else None
        if part is None:
            self.lost.append(Lost(path, "a block of no known form"))
            return []
        self.note_beside(block, path)
        return [part]

    def note_beside(self, value: Json, path: str) -> None:
        """Note what stands beside the content."""
        for name in _BESIDE:
            if value.get(name):
                self.lost.append(
                    Lost(f"{path}.{name}".lstrip("."), "what is told to the application beside the content")
                )

    def sound(self, data: str, media_type: str, path: str) -> Part:
        if self.audio == "error":
            return Audio(source=Base64(data=data, media_type=media_type))
        self.lost.append(Lost(path, "audio, of which a note is left"))
        return Text(text=f"[Audio, {media_type}, {len(data) * 3 // 4} bytes: it cannot be sent]")


def _text(_reader: _Reader, block: Json, _path: str) -> Part | None:
    return Text(text=block["text"]) if isinstance(block.get("text"), str) else None


def _image(_reader: _Reader, block: Json, _path: str) -> Part | None:
    held = _held(block, "data")
    return None if held is None else Image(source=Base64(data=held[0], media_type=held[1]))


def _audio(reader: _Reader, block: Json, path: str) -> Part | None:
    held = _held(block, "data")
    return None if held is None else reader.sound(*held, path)


def _link(_reader: _Reader, block: Json, _path: str) -> Part | None:
    uri = block.get("uri")
    if not isinstance(uri, str):
        return None
    named = next((block[name] for name in ("title", "name") if isinstance(block.get(name), str) and block[name]), None)
    told = f"[Resource: {uri}" if named in (None, uri) else f"[Resource: {named}, {uri}"
    about = block.get("description")
    return Text(text=f"{told}]\n{about}" if isinstance(about, str) and about else f"{told}]")


def _resource(reader: _Reader, block: Json, path: str) -> Part | None:
    resource = block.get("resource")
    if not isinstance(resource, dict):
        return None
    reader.note_beside(resource, f"{path}.resource")
    uri = resource.get("uri") if isinstance(resource.get("uri"), str) else None
    if isinstance(resource.get("text"), str):
        return Document(source=Plain(text=resource["text"]), name=uri)
    held = _held(resource, "blob")
    return None if held is None else _blob(reader, held[0], held[1], uri, path)


def _blob(reader: _Reader, data: str, media_type: str, uri: str | None, path: str) -> Part:
    family = media_type.partition("/")[0].lower()
    if family == "audio":
        return reader.sound(data, media_type, path)
    source = Base64(data=data, media_type="text/plain" if family == "text" else media_type)
    if family == "image":
        return Image(source=source, name=uri)
    return Video(source=source, name=uri) if family == "video" else Document(source=source, name=uri)


def _held(value: Json, name: str) -> tuple[str, str] | None:
    """Data as standard base64, and their type."""
    data, media_type = value.get(name), first_of(value, "mimeType", "mime_type")
    if not isinstance(data, str):
        return None
    return data.replace("-", "+").replace("_", "/"), media_type if isinstance(media_type, str) else _UNKNOWN


_BLOCKS: dict[str, Callable[[_Reader, Json, str], Part | None]] = {
    "text": _text,
    "image": _image,
    "audio": _audio,
    "resource": _resource,
    "resource_link": _link,
}


def _structured(value: Any, parts: list[Part]) -> list[Part]:
    """The structured content, unless the texts say it already: as JSON, or as the text that was wrapped as `result`."""
    if value is None:
        return []
    texts = [part.text for part in parts if isinstance(part, Text)]
    said = [_parsed(text) for text in texts]
    meant = [value]
    if isinstance(value, dict) and value.keys() == {"result"}:
        meant.append(value["result"])
    repeated = any(_same(one, other) for one in meant for other in (*said, *texts, said, texts))
    return [] if repeated else [Text(text=json_text(value))]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON, whatever the order of keys: true is not 1."""
    return json.dumps(one, sort_keys=True, default=str) == json.dumps(other, sort_keys=True, default=str)
