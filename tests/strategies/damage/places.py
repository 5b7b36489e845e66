"""Where damage may be done, and the list of its kinds.

A kind of damage works on a copy and says whether it found something to damage. None of them breaks what no repair can
mend: the media that a user sends last, or the model's name. What a kind breaks is left to the contract to say; some of
it the API takes.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from tests.strategies.choice import Pick, one

Json: TypeAlias = dict[str, Any]
Damage: TypeAlias = Callable[[Pick, Json], bool]

KINDS: dict[str, Damage] = {}


def kind(damage: Damage) -> Damage:
    """List a kind of damage. It works on a copy, and says whether it found something to damage."""
    KINDS[damage.__name__] = damage
    return damage


class Place(NamedTuple):
    """A block and the list that holds it."""

    held: list[Any]
    at: int

    @property
    def block(self) -> Json:
        block: Json = self.held[self.at]
        return block


def lists_of(request: Json) -> list[list[Any]]:
    return [m["content"] for m in request["messages"] if isinstance(m, dict) and isinstance(m.get("content"), list)]


def places_in(request: Json, *kinds: str) -> list[Place]:
    return [
        Place(held, at)
        for held in lists_of(request)
        for at, block in enumerate(held)
        if isinstance(block, dict) and (not kinds or block.get("type") in kinds)
    ]


def a_block(pick: Pick, request: Json, *kinds: str) -> Json | None:
    places = places_in(request, *kinds)
    return one(pick, places).block if places else None


def drop_a_block(pick: Pick, request: Json, *kinds: str) -> bool:
    """Take one block of these kinds away; whether there was one."""
    places = places_in(request, *kinds)
    if not places:
        return False
    place = one(pick, places)
    del place.held[place.at]
    return True


def settled_media(request: Json) -> list[Place]:
    """The blocks with media that a repair may replace: in results, and in user turns that are not the last."""
    last = max((at for at, m in enumerate(request["messages"]) if m.get("role") == "assistant"), default=-1)
    found = []
    for at, message in enumerate(request["messages"]):
        content = message.get("content")
        for position, block in enumerate(content if isinstance(content, list) else ()):
            if at < last and is_medium(block):
                found.append(Place(content, position))
            inner = block.get("content") if block.get("type") == "tool_result" else None
            found += [Place(inner, n) for n, b in enumerate(inner or ()) if isinstance(inner, list) and is_medium(b)]
    return found


def is_medium(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") in ("image", "document")


def base64_sources(request: Json, *kinds: str) -> list[Json]:
    return [
        place.block["source"]
        for place in settled_media(request)
        if place.block["type"] in kinds
        and isinstance(place.block.get("source"), dict)
        and place.block["source"].get("type") == "base64"
    ]
