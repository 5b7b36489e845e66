"""Numbers that are none, which the encoder writes as `null`."""

import math


def may_hold_null(data: bytes) -> bool:
    """Whether JSON text holds a null; a text that quotes JSON may look like that, too."""
    at = data.find(b"null")
    while at >= 0:
        if data[max(at - 1, 0) : at] in (b"", b"[", b",") or data[max(at - 2, 0) : at] == b'":':
            return True
        at = data.find(b"null", at + 4)
    return False


def holds_no_number(value: object) -> bool:
    """Whether a value holds an infinity or what is no number, which the encoder writes as null."""
    if isinstance(value, float):
        return not math.isfinite(value)
    if isinstance(value, dict):
        return any(map(holds_no_number, value.values()))
    return isinstance(value, (list, tuple)) and any(map(holds_no_number, value))
