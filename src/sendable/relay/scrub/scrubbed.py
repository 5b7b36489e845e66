"""A request without what was said in it: what the API looks at stays, all else is filled with letters of no meaning.

What stays: the names and values of the API's own, numbers that are settings, how long texts are and whether they are
blank, which ids are the same, what bytes of media say of type and size.
"""

import re
from typing import Any

import msgspec

from sendable.relay.scrub.fillers import Fillers, Make, address, name_like, secret, wording
from sendable.relay.scrub.media import media_filler
from sendable.relay.scrub.vocabulary import only_known
from sendable.relay.scrub.words import is_word, public_model

Json = dict[str, Any]

_SHORT = 3
_COUNT = re.compile(r"\d{1,9}(?:\.\d{1,3})?")
_COUNTS = frozenset(
    {
        *(
            "at",
            "i",
            "n",
            "count",
            "most",
            "size",
            "limit",
            "line",
            "column",
            "offset",
            "asked",
            "cap",
            "page",
            "pages",
        ),
        *(
            "images",
            "documents",
            "width",
            "height",
            "width2",
            "height2",
            "megabytes",
            "level",
            "levels",
            "longest",
            "turn",
        ),
        "message",
    }
)
_TEXTS = frozenset(
    {
        *("text", "thinking", "title", "context", "cited_text", "description", "instructions", "user_id", "stdout"),
        *("stderr", "authorization_token", "query", "filename", "document_title", "search_result", "system", "content"),
        *("error_message", "page_age", "source", "prompt", "placeholder", "message"),
    }
)
_SECRETS = frozenset({"signature", "encrypted_content", "encrypted_index", "encrypted_stdout", "data"})
_NAMES = frozenset({"id", "name", "tool_use_id", "tool_id", "tool_name", "file_id", "container_id", "mcp_server_name"})
_POINTERS = frozenset({"$ref", "$dynamicRef"})
_INPUTS = ("tool_use", "server_tool_use", "mcp_tool_use")


class Scrubbed(msgspec.Struct, frozen=True):
    """A request without its content.

    Attributes:
        request: what is left of it.
        fillers: what stands in the place of what.
    """

    request: Json
    fillers: Fillers

    def text(self, message: str) -> str:
        """A text that may quote the request, without what it quotes.

        Whole texts of the request become what stands for them; of all else only words of a fixed list are left.
        """
        known = self._known
        pieces = [("", message)]  # what stands for a text, and what follows it
        for text, filler in known.items():
            if text in message and len(text) > _SHORT and not is_word(text):
                whole = re.compile(rf"(?<![^\W_]){re.escape(text)}(?![^\W_])")
                pieces = [
                    (before if at == 0 else filler, part)
                    for before, raw in pieces
                    for at, part in enumerate(whole.split(raw))
                ]
        return "".join(before + only_known(raw, known.get) for before, raw in pieces)

    def field(self, name: str, value: str) -> str:
        """What stands in a place of a known message, without what it quotes.

        Args:
            name: of the place, as the rule names it.
            value: what stands there.
        """
        if name in _COUNTS and _COUNT.fullmatch(value):
            return value
        return self._known.get(value) or self.text(value)

    @property
    def _known(self) -> dict[str, str]:
        """What stands for which text, the longest texts first."""
        return dict(self.fillers.pairs)


def scrubbed(request: Json) -> Scrubbed:
    """Take the content out of a request.

    Args:
        request: a body; it is not changed.

    Raises:
        RecursionError: it is nested too deeply.
    """
    scrub = _Scrub()
    return Scrubbed(scrub.object_(request), scrub.fillers)


class _Scrub:
    def __init__(self) -> None:
        self.fillers = Fillers()
        self._media: dict[str, str] = {}

    def object_(self, held: Json) -> Json:
        return {self._key(key): self._field(held, key, value) for key, value in held.items()}

    def _key(self, key: str) -> str:
        return key if is_word(key) else self.fillers.of(name_like, key)

    def _field(self, owner: Json, name: str, value: Any) -> Any:
        """The value of a field, by its name and by what it belongs to."""
        if isinstance(value, str):
            return self._string(owner, name, value)
        if name == "input" and owner.get("type") in _INPUTS:
            return self._said(value)
        return self._value(value, name)

    def _value(self, value: Any, name: str) -> Any:
        if isinstance(value, dict):
            return self.object_(value)
        if isinstance(value, (list, tuple)):
            return [
                self._string({}, name, item) if isinstance(item, str) else self._value(item, name) for item in value
            ]
        return value

    def _string(self, owner: Json, name: str, value: str) -> str:
        if name == "data" and owner.get("type") == "base64":
            return self._file(value)
        if name == "data" and owner.get("type") == "text":
            return self.fillers.of(wording, value)
        if name == "model":
            return public_model(value) or self.fillers.of(name_like, value)
        if name == "url":
            return self.fillers.of(address, value)
        if name in _POINTERS:
            return "/".join(map(self._name, value.split("/")))
        if name in _TEXTS:
            return self._filled(wording, value)
        if name in _SECRETS and not is_word(value.lower()):
            return self._filled(secret, value)
        return self._filled(name_like, value) if name in _NAMES and not is_word(value) else self._name(value)

    def _file(self, data: str) -> str:
        if data not in self._media:
            self._media[data] = media_filler(data, len(self._media))
        return self._media[data]

    def _name(self, value: str) -> str:
        """A name, an id, a setting; what was said, where it has blanks in it."""
        if is_word(value):
            return value
        return self._filled(wording if any(map(str.isspace, value.strip())) else name_like, value)

    def _filled(self, make: Make, value: str) -> str:
        blank = not value or value.isspace()
        return value if blank else self.fillers.of(make, value)

    def _said(self, value: Any) -> Any:
        """What a model gave to a tool: of numbers only their kind stays."""
        if isinstance(value, str):
            return self._filled(wording, value)
        if isinstance(value, dict):
            return {self._key(key): self._said(held) for key, held in value.items()}
        if isinstance(value, list):
            return [self._said(item) for item in value]
        if isinstance(value, bool) or value is None or not value:
            return value
        return type(value)(1)
