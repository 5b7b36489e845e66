"""Messages of pydantic-ai put together again from what a repair left of them, for write-back."""

from typing import Any

from sendable.sources.pydantic_ai import Place
from sendable.sources.pydantic_ai_back_layout import Layout, Piece
from sendable.sources.pydantic_ai_back_parts import prompt_item_of, request_part, response_part

Json = dict[str, Any]


class Rebuilder:
    """Makes messages of pieces.

    Args:
        messages: the stored messages.
        layout: what belongs where.
    """

    def __init__(self, messages: list[Any], layout: Layout) -> None:
        self._messages = messages
        self._layout = layout
        self._calls = _calls(messages)

    def is_untouched(self, at: int) -> bool:
        """Whether nothing happened to a stored message."""
        pieces = self._layout.now.get(at, [])
        return (
            all(piece.same for piece in pieces)
            and [piece.place for piece in pieces] == self._layout.before.get(at, [])
            and not any(place[0] == at for place in self._layout.gone)
        )

    def stored(self, at: int) -> Json | None:
        """A stored message with what is left of it and what came to it; None where nothing is left to say."""
        message: Json = self._messages[at]
        pieces = self._layout.now.get(at, [])
        shown = {place[1] for place in self._layout.before.get(at, [])}
        gone = {place[1] for place in self._layout.gone if place[0] == at}
        silent = [(place, part) for place, part in enumerate(message["parts"]) if place not in shown | gone]
        if not pieces and (message.get("kind") == "response" or not (silent or message.get("instructions"))):
            return None
        return {**message, "parts": _with_silent(self._parts(at, str(message["kind"]), pieces), silent)}

    def added(self, role: str, pieces: list[Piece]) -> Json:
        """A message that the repair put in."""
        kind = "response" if role == "assistant" else "request"
        return {"kind": kind, "parts": [self._part(kind, piece, None) for piece in pieces]}

    def _parts(self, at: int, kind: str, pieces: list[Piece]) -> list[tuple[int | None, Json]]:
        parts: list[tuple[int | None, Json]] = []
        done: set[int] = set()
        for piece in pieces:
            place = piece.place
            if place is None or place[0] != at:
                parts.append((None, self._moved(kind, piece)))
            elif place[2] is None:
                stored = self._messages[at]["parts"][place[1]]
                parts.append((place[1], stored if piece.same else self._part(kind, piece, stored)))
            elif place[1] not in done:
                done.add(place[1])
                mine = [one for one in pieces if one.place is not None and one.place[:2] == (at, place[1])]
                parts.append((place[1], self._prompt(at, place[1], mine)))
        return parts

    def _moved(self, kind: str, piece: Piece) -> Json:
        """The part of a block that comes from another message, or from nowhere."""
        if piece.place is None or piece.place[2] is not None:
            return self._part(kind, piece, None)
        stored: Json = self._messages[piece.place[0]]["parts"][piece.place[1]]
        return stored if piece.same else self._part(kind, piece, stored)

    def _part(self, kind: str, piece: Piece, stored: Json | None) -> Json:
        if kind == "response":
            return response_part(piece.block, stored)
        return request_part(piece.block, stored, piece.former, self._calls)

    def _prompt(self, at: int, part_at: int, pieces: list[Piece]) -> Json:
        """A prompt with what is left of its items; cache points among them stay."""
        part: Json = self._messages[at]["parts"][part_at]
        content: list[Any] = part["content"]
        shown = {place[2] for place in self._layout.before[at] if place[1] == part_at}
        items: list[tuple[int | None, Any]] = []
        for piece in pieces:
            item = _item(piece.place)
            items.append((item, content[item] if piece.same else prompt_item_of(piece.block)))
        silent = [(place, item) for place, item in enumerate(content) if place not in shown]
        return {**part, "content": _with_silent(items, silent)}


def _item(place: Place | None) -> int:
    assert place is not None, "an item of a prompt has a place"
    assert place[2] is not None, "and its number"
    return place[2]


def _with_silent(shown: list[tuple[int | None, Any]], silent: list[tuple[int, Any]]) -> list[Any]:
    """Put what was never rendered back in front of what came next to it."""
    mixed = list(shown)
    for place, value in silent:
        behind = (at for at, (other, _) in enumerate(mixed) if other is not None and other > place)
        mixed.insert(next(behind, len(mixed)), (place, value))
    return [value for _, value in mixed]


def _calls(messages: list[Any]) -> dict[str, str]:
    """The names of the tools that were called, by the id of the call."""
    names: dict[str, str] = {}
    for message in messages:
        parts = message.get("parts") if isinstance(message, dict) else None
        for part in parts if isinstance(parts, list) else []:
            if isinstance(part, dict) and part.get("part_kind") == "tool-call":
                names[str(part.get("tool_call_id"))] = str(part.get("tool_name"))
    return names
