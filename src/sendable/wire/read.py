"""Read a request: from bytes, text or a value, as a body, a bare `messages` array or one Batches line.

Everything a request may hold is kept as it came; what is merely wrong is left for the contract to find.
"""

import json
import re
from typing import Any, Literal, cast

import msgspec

from sendable.errors import UnreadableError

Shape = Literal["body", "messages", "batch"]

_LONE = re.compile(r"[\ud800-\udfff]")
_ESCAPE = re.compile(rb"\\(?:u([0-9a-fA-F]{4})|.)", re.DOTALL)
_NOT_OBJECT = "a request is a JSON object, or an array of messages"


class Source(msgspec.Struct, frozen=True):
    """A request as it was read.

    Attributes:
        request: the Messages body. A bare `messages` array is wrapped in one, a Batches line is unwrapped.
        shape: what it came as; `unread` puts a repaired request back into that shape.
        size: bytes of the body as JSON, where it was read from bytes; else None.
        surrogate: the place of the first lone surrogate in the JSON text, as `(kind, offset)`; else None.
        whole: the value that was read, of which `request` is the body.
    """

    request: dict[str, Any]
    shape: Shape
    size: int | None
    surrogate: tuple[str, int] | None
    whole: Any

    def with_request(self, request: dict[str, Any]) -> "Source":
        """The same source holding an edited request, whose size and text nobody has seen yet."""
        return Source(request, self.shape, None, None, self.whole)


def read(source: object) -> Source:
    """Read a request from bytes, str or a value (a dict, a list of messages; SDK models may stand inside).

    Raises:
        UnreadableError: not UTF-8, not JSON, cut off, nested too deeply, or no object and no array.
    """
    if isinstance(source, Source):
        return source
    if isinstance(source, str):
        source = source.encode("utf-8", "surrogatepass")
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _from_bytes(bytes(source))
    return _from_value(source)


def unread(source: Source, request: dict[str, Any]) -> Any:
    """The request in the shape that it was read from; the identical value when the request is the identical object."""
    if request is source.request:
        return source.whole
    if source.shape == "messages":
        return request["messages"]
    if source.shape == "batch":
        return {**source.whole, "params": request}
    return request


def _from_bytes(data: bytes) -> Source:
    surrogate = None
    try:
        value = msgspec.json.decode(data)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a request") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        value, surrogate = _second_reading(data)
    return _shaped(value, len(data), surrogate)


def _second_reading(data: bytes) -> tuple[Any, tuple[str, int] | None]:
    """What the strict parser refused: a lone surrogate is read all the same, everything else is unreadable."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        raise UnreadableError("empty input: expected a request as JSON")
    try:
        text = data.decode("utf-8", "surrogatepass")
        value = json.loads(text)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a request") from None
    except UnicodeDecodeError as fault:
        hint = " (UTF-16? save it as UTF-8)" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        raise UnreadableError(f"not UTF-8: bad byte at offset {fault.start}{hint}") from None
    except json.JSONDecodeError as fault:
        raise UnreadableError(f"not JSON: {fault.msg} at line {fault.lineno} column {fault.colno}") from None
    except ValueError:
        raise UnreadableError("not JSON: a number is out of range") from None
    return value, _first_lone_surrogate(data)


def _first_lone_surrogate(data: bytes) -> tuple[str, int] | None:
    """Find the first `\\uD8xx` that no `\\uDCxx` follows, or the first `\\uDCxx` that follows none."""
    high_ends = -1
    high_at = -1
    for match in _ESCAPE.finditer(data):
        code = int(match[1], 16) if match[1] else 0
        if high_ends >= 0:
            if match.start() == high_ends and 0xDC00 <= code <= 0xDFFF:
                high_ends = -1
                continue
            return ("no low surrogate in string", high_at)
        if 0xD800 <= code <= 0xDBFF:
            high_at, high_ends = match.start(), match.end()
        elif 0xDC00 <= code <= 0xDFFF:
            return ("invalid high surrogate in string", match.start())
    return ("no low surrogate in string", high_at) if high_ends >= 0 else None


def _from_value(value: object) -> Source:
    models: list[object] = []

    def plain(model: object) -> object:
        models.append(model)
        return _plain(model)

    surrogate = None
    data: bytes | None = None
    try:
        data = msgspec.json.encode(value, enc_hook=plain)
    except UnicodeEncodeError:
        surrogate = _first_lone_surrogate(json.dumps(value, default=plain, separators=(",", ":")).encode())
    except RecursionError:
        raise UnreadableError("nested too deeply to be a request") from None
    except (TypeError, ValueError, OverflowError) as error:
        raise UnreadableError(f"not a JSON value: {error}") from None
    if models:
        value = msgspec.json.decode(data) if data is not None else json.loads(json.dumps(value, default=_plain))
    return _shaped(value, None if data is None else len(data), surrogate)


def _plain(model: object) -> object:
    """An SDK model as the JSON that it came from: only the fields that were set."""
    dump = getattr(model, "model_dump", None)
    if dump is None:
        raise TypeError(f"{type(model).__name__} objects cannot stand in a request")
    return dump(mode="json", by_alias=True, exclude_unset=True)


def _shaped(value: Any, size: int | None, surrogate: tuple[str, int] | None) -> Source:
    if isinstance(value, list):
        if not all(isinstance(item, dict) for item in value):
            raise UnreadableError(f"{_NOT_OBJECT}; this array holds something else")
        return Source({"messages": value}, "messages", size, surrogate, value)
    if not isinstance(value, dict):
        raise UnreadableError(f"{_NOT_OBJECT}; this is {_kind(value)}")
    if "params" in value and "messages" not in value:
        if not isinstance(value["params"], dict):
            raise UnreadableError("a Batches line holds an object in `params`")
        return Source(cast(dict[str, Any], value["params"]), "batch", size, surrogate, value)
    return Source(value, "body", size, surrogate, value)


def _kind(value: object) -> str:
    names = {str: "a string", bool: "a boolean", int: "a number", float: "a number", type(None): "null"}
    return names.get(type(value), type(value).__name__)


def lone_surrogates_replaced(text: str) -> str:
    """The text with U+FFFD in place of each lone surrogate; the same object when it has none."""
    return _LONE.sub("\ufffd", text) if _LONE.search(text) else text
