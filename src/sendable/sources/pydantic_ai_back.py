"""Write a repair back into the history of pydantic-ai that it was made for, so that its application goes on with it.

What happens to a stored part, by what the repair did to its block:

- dropped: the part, or the item of a prompt, is gone; a response in which nothing is left to say goes with it;
- answered: a `tool-return` part with the outcome `failed` behind the other results, in a request of its own if need be;
- told as text, or replaced by a note: a text part, or text of a prompt, in its place;
- edited (arguments that are an object now, the content or the flag of a result): the part with the new value;
- moved within a conversation: the part stands in the message where its block stands now;
- renamed ids and names, cache breakpoints, places of system messages: stay on the wire, nothing is written.

Messages that nothing happened to keep their very bytes. What cannot be said in pydantic-ai's form raises.
"""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from sendable.errors import SendableError
from sendable.sources.json_text import json_text
from sendable.sources.pydantic_ai import entries, traced
from sendable.sources.pydantic_ai_back_layout import Layout
from sendable.sources.pydantic_ai_back_messages import Rebuilder
from sendable.sources.stored import Stored, stored
from sendable.sources.wire_places import Outcome, aligned

Json = dict[str, Any]
BOM = b"\xef\xbb\xbf"


def write_back(data: Any, request: Json, repaired: Outcome, *, drop_files: bool = False) -> bytes:
    """The history with the repair in it.

    Args:
        data: the history as `load` took it.
        request: what was rendered from it, and then repaired.
        repaired: the outcome of `repair` for that request.
        drop_files: as it was loaded.

    Raises:
        SendableError: the request was not rendered from this history, or a change has no form in it.
        UnreadableError: it is no history of pydantic-ai.
    """
    held = stored(data)
    messages = entries(held)
    raw = _raw(held, messages)
    if repaired.request is request:
        return _joined(held, raw)
    _check_system(request, repaired.request)
    conversation, places = traced(messages, drop_files=drop_files)
    parts = {at: places[message][part] for at, (message, part) in aligned(conversation, request).items()}
    layout = Layout(request, repaired, parts)
    rebuilder = Rebuilder(messages, layout)
    written = [_encoded(rebuilder.added(role, pieces)) for role, pieces in layout.new.get(-1, [])]
    for at, line in enumerate(raw):
        left = None if rebuilder.is_untouched(at) else rebuilder.stored(at)
        if rebuilder.is_untouched(at):
            written.append(line)
        elif left is not None:
            written.append(_encoded(left))
        written += [_encoded(rebuilder.added(role, pieces)) for role, pieces in layout.new.get(at, [])]
    return _joined(held, written)


def _check_system(request: Json, repaired: Json) -> None:
    """What the system prompt says is put together of several parts, and cannot be taken apart again."""
    if _said(request.get("system")) != _said(repaired.get("system")):
        raise SendableError("the repair changed the system prompt, which cannot be written back: change it by hand")


def _said(system: Any) -> list[str]:
    """The texts of a system prompt in which something can be seen."""
    texts = [system] if isinstance(system, str) else [block.get("text") for block in system or []]
    return [text for text in texts if isinstance(text, str) and text.strip()]


def _raw(held: Stored, messages: list[Any]) -> list[bytes]:
    """The bytes of each message as they were stored; written anew where there are none."""
    if held.lines is not None:
        return [line.raw for line in held.lines if line.value is not None]
    if held.raw is None:
        return [_encoded(message) for message in messages]
    try:
        return [bytes(one) for one in msgspec.json.decode(held.raw, type=list[msgspec.Raw])]
    except (msgspec.DecodeError, UnicodeDecodeError):
        return list(_entries(held.raw.removeprefix(BOM).decode("utf-8", "surrogatepass")))


def _entries(text: str) -> Iterator[bytes]:
    """The texts of the entries of a list that only the standard library can read: halves of characters, a mark."""
    decoder = json.JSONDecoder()
    at = text.index("[")
    while text[at] != "]":
        at = _visible(text, at + 1)
        if text[at] == "]":
            return
        _, end = decoder.raw_decode(text, at)
        yield text[at:end].encode("utf-8", "surrogatepass")
        at = _visible(text, end)


def _visible(text: str, at: int) -> int:
    """The place of the next character that is no white space."""
    while text[at].isspace():
        at += 1
    return at


def _joined(held: Stored, written: list[bytes]) -> bytes:
    return b"\n".join([*written, b""]) if held.lines is not None else b"[" + b",".join(written) + b"]"


def _encoded(value: Any) -> bytes:
    """Compact JSON; with escapes where a text holds half a character."""
    try:
        return json_text(value).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode("ascii")
