"""States as the bytes that a store keeps, refused where they would not come back as they were."""

from typing import Any

import msgspec

from sendable.errors import LedgerError, UsageError

NO_STATE = "this is no state of a conversation: keep `Repaired.state` as it is"


def encoded_state(state: object) -> bytes:
    """A state as it is kept.

    Raises:
        UsageError: it is no object of plain JSON.
    """
    try:
        held = msgspec.json.encode(state)
        if isinstance(state, dict) and msgspec.json.decode(held) == state:
            return held
    except (TypeError, ValueError, OverflowError, RecursionError):
        pass
    raise UsageError(NO_STATE)


def decoded_state(held: bytes | None) -> dict[str, Any] | None:
    """The state that was kept; None for none.

    Raises:
        LedgerError: it is damaged.
    """
    try:
        return None if held is None else msgspec.json.decode(held, type=dict[str, Any])
    except msgspec.DecodeError:
        raise LedgerError("damaged", "a state") from None
