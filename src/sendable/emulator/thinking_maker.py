"""Makes the thinking blocks of answers: shown or not, and signed for the place where they stand."""

from typing import Any

from sendable.emulator.compacted import scope_of
from sendable.emulator.passing_store import PassingStore
from sendable.emulator.signing import Seal, Signer, text_digest
from sendable.emulator.turn import Turn
from sendable.prefix.canonical import signature_digest
from sendable.prefix.frames import frames_in
from sendable.prefix.places import places
from sendable.prefix.rolling import Rolling
from sendable.prefix.standing import entry_of
from sendable.targets.models import find_model
from sendable.wire.blocks import Json
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

# From this version on, thinking is left out of answers unless it is asked for (documented 2026-10-08).
_OMITTED_FROM = (4, 65)


class ThinkingMaker:
    """Signs thinking.

    Args:
        signer: makes the signatures.
        store: keeps the points of the conversation, so that what differs later can be named.
    """

    def __init__(self, signer: Signer, store: PassingStore) -> None:
        self._signer = signer
        self._store = store
        self._rolling = Rolling()

    def signed(self, content: list[Json], turn: Turn, last: bytes | None = None) -> list[Json]:
        """The content with its thinking as it is sent.

        Args:
            content: of the answer.
            turn: the turn that it answers.
            last: digest of the last thinking block that the model saw of the request.
        """
        if not any(block.get("type") in THINKING for block in content):
            return content
        scope = scope_of(turn.index)
        asked = scope.index.request
        index = Index({**asked, "messages": [*asked["messages"], {"role": "assistant", "content": content}]})
        frames = frames_in(index)
        depth = len(index.messages) - 1
        made = {place.block.position: place for place in places(index, self._rolling, first=depth)}
        sent: list[Json] = []
        for at, block in enumerate(content):
            if at not in made or block.get("signature") or block.get("data"):
                last = signature_digest(block) if at in made else last
                sent.append(block)
                continue
            place = made[at]
            entry = entry_of(place, frames.at(depth, at), turn.model, depth, last)
            sent.append(self._block(block, Seal(entry, b"", b"", scope.digest), sent, turn))
            last = signature_digest(sent[-1])
        self._store.remember(self._rolling.points([message.value for message in scope.index.messages]))
        return sent

    def _block(self, block: Json, made: Seal, before: list[Json], turn: Turn) -> Json:
        beside = before[-1] if before and before[-1].get("type") in THINKING else None
        held = str(block.get("thinking", "")) if _is_shown(turn) else ""
        next_to = signature_digest(beside) if beside is not None else b""
        redacted = block["type"] == "redacted_thinking"
        signature = self._signer.sign(Seal(made.entry, text_digest(held), next_to, made.scope, redacted))
        if redacted:
            return {"type": "redacted_thinking", "data": signature}
        return {"type": "thinking", "thinking": held, "signature": signature}


def _is_shown(turn: Turn) -> bool:
    """Whether the text of thinking stands in the answer."""
    setting: Any = turn.request.get("thinking")
    display = setting.get("display") if isinstance(setting, dict) else None
    if display in ("summarized", "omitted", "updates"):
        return bool(display != "omitted")
    facts = find_model(turn.model)
    return facts is None or facts.version < _OMITTED_FROM
