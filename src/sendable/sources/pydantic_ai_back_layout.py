"""Which part of which stored message each block of a repaired request belongs to."""

from typing import Any

import msgspec

from sendable.sources.pydantic_ai import Place
from sendable.sources.pydantic_ai_back_parts import says_the_same
from sendable.sources.wire_places import At, Former, Outcome, Relation, blocks_of

Json = dict[str, Any]


class Piece(msgspec.Struct, frozen=True):
    """A block of the repaired request.

    Attributes:
        block: the block, with the ids of the history.
        place: the place of the part that it was, or takes the place of; None for what the repair put in.
        former: the block that this part was.
        same: whether it says what it said before.
    """

    block: Json
    place: Place | None
    former: Json | None
    same: bool


class Layout:
    """What stands where after a repair.

    Args:
        request: the request as it was rendered.
        repaired: its repair.
        parts: for each block of the request the place of its part.

    Attributes:
        before: for each stored message the places of what was rendered of it, but for system messages.
        now: for each stored message what belongs in it, in order.
        gone: places of system prompts that the repair dropped.
        new: the roles and the pieces of messages that the repair put in, behind the stored message of that place.
    """

    def __init__(self, request: Json, repaired: Outcome, parts: dict[At, Place]) -> None:
        self.before: dict[int, list[Place]] = {}
        self.now: dict[int, list[Piece]] = {}
        self.new: dict[int, list[tuple[str, list[Piece]]]] = {}
        self._former = Former(request, repaired)
        self._parts = parts
        self._ids: dict[str, str] = repaired.ids.get("ids", {})
        self._system = {at for at, message in enumerate(request["messages"]) if message.get("role") == "system"}
        self._after = -1
        for block, place in parts.items():
            if block[0] not in self._system:
                self.before.setdefault(place[0], []).append(place)
        messages: list[Json] = repaired.request["messages"]
        traced = [self._traced(at, message) for at, message in enumerate(messages)]
        self._claimed = {former for one in traced for former, relation in one if former and relation != "new"}
        kept = {former[0] for one in traced for former, _ in one if former}
        self.gone = {place for (at, _), place in parts.items() if at in self._system and at not in kept}
        for at, message in enumerate(messages):
            self._message(at, message, traced[at])

    def _traced(self, at: int, message: Json) -> list[tuple[At | None, Relation]]:
        return [self._former.block((at, place), block) for place, block in enumerate(blocks_of(message))]

    def _message(self, at: int, message: Json, traced: list[tuple[At | None, Relation]]) -> None:
        """Put each block where its neighbours in the message are: what was moved or put in goes with them."""
        own = self._former.message(at)
        pieces: list[tuple[int | None, Piece]] = []
        for block, (former, relation) in zip(blocks_of(message), traced, strict=True):
            if former is not None and former[0] in self._system:
                continue
            piece = self._piece(block, former, relation)
            stays = piece.place is not None and former is not None and former[0] == own
            pieces.append((piece.place[0] if stays and piece.place else None, piece))
        homes = [home for home, _ in pieces if home is not None]
        if pieces and not homes:
            self.new.setdefault(self._after, []).append((str(message.get("role")), [piece for _, piece in pieces]))
            return
        home = homes[0] if homes else self._after
        for known, piece in pieces:
            home = home if known is None else known
            self.now.setdefault(home, []).append(piece)
            self._after = max(self._after, home)

    def _piece(self, block: Json, former: At | None, relation: Relation) -> Piece:
        if block.get("type") == "tool_result":
            block = {**block, "tool_use_id": self._id_of_history(block.get("tool_use_id"))}
        if former is None or (relation == "new" and former in self._claimed):
            return Piece(block, None, None, False)
        self._claimed.add(former)
        was = self._former.value(former)
        same = relation == "same" or (relation == "edited" and says_the_same(block, was))
        return Piece(block, self._parts[former], was, same)

    def _id_of_history(self, held: Any) -> Any:
        """The id that a renamed one stands for; a call may have been renamed more than once."""
        for _ in self._ids:
            if not isinstance(held, str) or held not in self._ids:
                break
            held = self._ids[held]
        return held
