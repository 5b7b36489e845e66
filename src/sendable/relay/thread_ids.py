"""What was mapped in a thread that the server holds: its tools are sent once, and called for as long as it goes on."""

from typing import Any

from sendable.prefix.ledger import Ledger
from sendable.repair.repeat import joined

Json = dict[str, Any]
Mapped = dict[str, dict[str, str]]


def held_ids(ledger: Ledger, request: Json) -> Mapped:
    """What was mapped in the thread that a request continues.

    Raises:
        LedgerError: the ledger cannot be read.
    """
    previous = _thread(request).get("previous_message_id")
    kept = ledger.state(_key(previous)) if isinstance(previous, str) else None
    return {} if kept is None else joined(kept, {})


def keep_ids(ledger: Ledger, request: Json, ids: Mapped, answer: str) -> None:
    """Keep what was mapped in a thread for the request that goes on behind an answer.

    Args:
        ledger: where.
        request: the request.
        ids: what was mapped in it and before it.
        answer: the id of its answer.

    Raises:
        LedgerError: the ledger cannot be written.
    """
    if answer and _thread(request) and any(ids.values()):
        ledger.keep_state(_key(answer), ids)


def _thread(request: Json) -> Json:
    thread = request.get("thread")
    return thread if isinstance(thread, dict) else {}


def _key(message: str) -> str:
    return f"thread behind {message}"
