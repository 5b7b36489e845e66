"""How far a request lets an answer go: `max_tokens` by the estimate of its texts, and `stop_sequences`."""

from typing import Any, NamedTuple

from sendable.emulator.tokens import CHARACTERS, of_text
from sendable.wire.blocks import Json


class Ended(NamedTuple):
    """An answer as far as it goes.

    Attributes:
        blocks: its content.
        reason: why it stops there; "" where it stops by itself.
        sequence: the stop sequence that was met.
    """

    blocks: list[Json]
    reason: str = ""
    sequence: str | None = None


def ended(blocks: list[Json], request: Json) -> Ended:
    """An answer up to where the request has it end. Only texts are cut, calls and thinking are given whole.

    Args:
        blocks: of the whole answer.
        request: the body.
    """
    most = request.get("max_tokens")
    if most == 0:
        return Ended([], "max_tokens")
    left = most if isinstance(most, int) else None
    sequences = [text for text in request.get("stop_sequences") or () if isinstance(text, str) and text]
    for at, block in enumerate(blocks):
        if block.get("type") != "text" or not isinstance(block.get("text"), str):
            continue
        text, sequence = _up_to(block["text"], sequences)
        taken = of_text(text)
        if left is not None and taken > left:
            return Ended([*blocks[:at], *_shown(block, _first(text, left))], "max_tokens")
        if sequence is not None:
            return Ended([*blocks[:at], *_shown(block, text)], "stop_sequence", sequence)
        left = None if left is None else left - taken
    return Ended(blocks)


def _up_to(text: str, sequences: list[str]) -> tuple[str, str | None]:
    """The text before the first of the stop sequences, and which one that is."""
    found = [(text.find(sequence), sequence) for sequence in sequences if sequence in text]
    if not found:
        return text, None
    at, sequence = min(found)
    return text[:at], sequence


def _first(text: str, count: int) -> str:
    return text.encode("utf-8", "surrogatepass")[: count * CHARACTERS].decode("utf-8", "ignore")


def _shown(block: dict[str, Any], text: str) -> list[Json]:
    return [{**block, "text": text}] if text else []
