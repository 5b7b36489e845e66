"""Read a request: from bytes, text or a value, as a body, a bare `messages` array or one Batches line.

Everything a request may hold is kept as it came; what is merely wrong is left for the contract to find.
"""

import json
import math
import re
from typing import Any, Literal, NamedTuple, cast

import msgspec

from sendable.errors import UnreadableError
from sendable.wire.nulls import holds_no_number, may_hold_null
from sendable.wire.seals import Seals, sealed

Shape = Literal["body", "messages", "batch"]

_LONE = re.compile(r"[\ud800-\udfff]")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|.)|([\ud800-\udfff])", re.DOTALL)
_NOT_OBJECT = "a request is a JSON object, or an array of messages"
_NO_NUMBER = "a number is out of range, or is none"
_TOO_DEEP = "nested too deeply to be a request"


class Surrogate(NamedTuple):
    """The first lone surrogate of a JSON text, and where the API's parser says it stands.

    Attributes:
        kind: the parser's words.
        offset: characters before its escape.
        line, column: the same place, counted from 1.
    """

    kind: str
    offset: int
    line: int
    column: int


class Source(msgspec.Struct, frozen=True):
    """A request as it was read.

    Attributes:
        request: the Messages body. A bare `messages` array is wrapped in one, a Batches line is unwrapped.
        shape: what it came as; `unread` puts a repaired request back into that shape. A body whose tools nobody knows
            may be called "messages" too: then it is judged as those are.
        size: bytes of the body as JSON; None once it was edited.
        surrogate: the first lone surrogate of the JSON text; else None.
        whole: the value that was read, of which `request` is the body.
        size_before: bytes before the edits, for one that was edited; else None.
        seals: what its messages are known by, where that was found out while it was read.
    """

    request: dict[str, Any]
    shape: Shape
    size: int | None
    surrogate: Surrogate | None
    whole: Any
    size_before: int | None = None
    seals: Seals | None = None

    def with_request(self, request: dict[str, Any]) -> "Source":
        """The same source holding an edited request, whose size nobody has counted yet."""
        surrogate = None if self.surrogate is None else surrogate_in(request)
        before = self.size_before if self.size is None else self.size
        seals = self.seals if request.get("messages") is self.request.get("messages") else None
        return Source(request, self.shape, None, surrogate, self.whole, before, seals)

    def sealed(self) -> "Source":
        """The same source, which knows the seals of its messages."""
        return msgspec.structs.replace(self, seals=sealed(self.request["messages"]))


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
    if source.shape == "messages" and isinstance(source.whole, list):
        return request["messages"]
    if source.shape == "batch":
        return {**source.whole, "params": request}
    return request


def _from_bytes(data: bytes) -> Source:
    value, surrogate = decoded(data)
    return shaped(value, len(data), surrogate)


def decoded(data: bytes) -> tuple[Any, Surrogate | None]:
    """The JSON value of a text, and the first lone surrogate of that text.

    Raises:
        UnreadableError: it is no JSON.
    """
    try:
        return msgspec.json.decode(data), None
    except RecursionError:
        raise UnreadableError(_TOO_DEEP) from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        return _second_reading(data)


def _second_reading(data: bytes) -> tuple[Any, Surrogate | None]:
    """What the strict parser refused: a lone surrogate is read all the same, everything else is unreadable."""
    text = _text(data)
    try:
        value = json.loads(text, parse_constant=_no_number, parse_float=_finite)
    except RecursionError:
        raise UnreadableError(_TOO_DEEP) from None
    except json.JSONDecodeError as fault:
        cut_off = " (cut off?)" if fault.pos >= len(text.rstrip()) or fault.msg.startswith("Unterminated") else ""
        # what the parser quotes behind a colon is taken from the text
        reason = fault.msg.partition(":")[0].removesuffix(" at")
        raise UnreadableError(f"not JSON: {reason} at line {fault.lineno} column {fault.colno}{cut_off}") from None
    except ValueError:
        raise UnreadableError(f"not JSON: {_NO_NUMBER}") from None
    return value, _first_lone_surrogate(text)


def _text(data: bytes) -> str:
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data.strip():
        raise UnreadableError("empty input: expected a request as JSON")
    hint = " (UTF-16? save it as UTF-8)" if data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data[:4] else ""
    if hint and b"\0" in data[:4]:
        raise UnreadableError(f"not JSON: a NUL byte at the start{hint}")
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as fault:
        raise UnreadableError(f"not UTF-8: bad byte at offset {fault.start}{hint}") from None


def _no_number(name: str) -> object:
    raise ValueError(name)


def _finite(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise ValueError("infinite")
    return number


def _first_lone_surrogate(text: str) -> Surrogate | None:
    """Find the first surrogate that is not one half of a pair of escapes, as the API's parser does."""
    high: re.Match[str] | None = None
    for match in _ESCAPE.finditer(text):
        if match[2]:
            return _at(text, high or match, _unanswered(ord(match[2])) if high is None else _NO_LOW)
        code = int(match[1], 16) if match[1] else 0
        if high is not None:
            if match.start() == high.end() and 0xDC00 <= code <= 0xDFFF:
                high = None
                continue
            beside = match.start() == high.end() and match[1]
            return _at(text, high, "invalid low surrogate in string" if beside else _NO_LOW)
        if 0xD800 <= code <= 0xDBFF:
            high = match
        elif 0xDC00 <= code <= 0xDFFF:
            return _at(text, match, _unanswered(code))
    return _at(text, high, _NO_LOW) if high is not None else None


_NO_LOW = "no low surrogate in string"


def _unanswered(code: int) -> str:
    return _NO_LOW if code <= 0xDBFF else "invalid high surrogate in string"


def _at(text: str, match: re.Match[str], kind: str) -> Surrogate:
    offset = match.start()
    return Surrogate(kind, offset, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def surrogate_in(value: object) -> Surrogate | None:
    """The first lone surrogate of a JSON value, placed in the text that a client would send."""
    try:
        msgspec.json.encode(value)
    except UnicodeEncodeError:
        return _first_lone_surrogate(json.dumps(value, separators=(",", ":")))
    return None


def _from_value(value: object) -> Source:
    if isinstance(value, tuple):
        value = list(value)
    models: list[object] = []

    def plain(model: object) -> object:
        models.append(_plain(model))
        return models[-1]

    try:
        data = msgspec.json.encode(value, enc_hook=plain)
    except UnicodeEncodeError:
        return _with_surrogate(value)
    except RecursionError:
        raise UnreadableError(_TOO_DEEP) from None
    except _NotJsonError as fault:
        raise UnreadableError(f"not a JSON value: {fault}") from None
    except (TypeError, ValueError, OverflowError):
        raise UnreadableError("not a JSON value: it holds what JSON has no form for") from None
    if may_hold_null(data) and any(map(holds_no_number, (value, *models))):
        raise UnreadableError(f"not a JSON value: {_NO_NUMBER}")
    if models:
        value = msgspec.json.decode(data)
    return shaped(value, len(data), None)


def _with_surrogate(value: object) -> Source:
    """A value that no UTF-8 text can hold: SDK models become plain, the rest stays the identical object."""
    models: list[object] = []

    def plain(model: object) -> object:
        models.append(model)
        return _plain(model)

    try:
        text = json.dumps(value, default=plain, separators=(",", ":"), allow_nan=False)
        value = json.loads(text) if models else value
    except RecursionError:
        raise UnreadableError(_TOO_DEEP) from None
    except (TypeError, ValueError, OverflowError):
        raise UnreadableError("not a JSON value: it holds what JSON has no form for") from None
    return shaped(value, len(text), _first_lone_surrogate(text))


class _NotJsonError(TypeError):
    """Raised for an object that has no place in a request; names its type."""


def plain_value(value: object) -> object:
    """An SDK object as the JSON that it came from; a plain value as it is."""
    return _plain(value) if hasattr(value, "model_dump") else value


def _plain(model: object) -> object:
    """An SDK model as the client would send it: the fields that were set, without what is for its reader alone."""
    dump = getattr(model, "model_dump", None)
    if dump is None:
        raise _NotJsonError(f"{type(model).__name__} objects cannot stand in a request")
    return dump(mode="json", by_alias=True, exclude_unset=True, exclude=getattr(model, "__api_exclude__", None))


def shaped(value: Any, size: int | None, surrogate: Surrogate | None = None) -> Source:
    """The source of a JSON value that was decoded already.

    Args:
        value: what was decoded.
        size: bytes of its text.
        surrogate: the first lone surrogate of that text.

    Raises:
        UnreadableError: it is no request.
    """
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
