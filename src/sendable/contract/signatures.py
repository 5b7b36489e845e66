"""Which signatures of thinking blocks are surely damaged. What a sound one says, only the server can read."""

import re

from sendable.targets import Target

# In recordings of 2025 and 2026 every signature of a model is base64 of the standard alphabet with its padding.
_BASE64 = re.compile(r"[A-Za-z0-9+/]{2,}+={0,2}")
_PLACEHOLDERS = frozenset({"skip", "none", "null", "undefined", "placeholder", "dummy", "fake", "invalid", "unsigned"})
_LONGEST_PLACEHOLDER = max(map(len, _PLACEHOLDERS))


def is_damaged(signature: str) -> bool:
    """Whether no model can have given this signature."""
    if _BASE64.fullmatch(signature) is None:
        return True
    if len(signature) % 4 and len(signature.rstrip("=")) % 4 == 1:
        return True
    return len(signature) <= _LONGEST_PLACEHOLDER and signature.lower() in _PLACEHOLDERS


def reads_signatures(target: Target) -> bool:
    """Whether the model refuses a damaged signature: those before 4.5 took any (recorded on claude-sonnet-4)."""
    return target.facts is None or target.facts.version >= (4, 5)
