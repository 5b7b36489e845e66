"""New ids and names for those that the API does not take.

A new one is a function of the old one alone, so the same id becomes the same in every request, whatever else stands in
it: a longer conversation begins with the very request that the shorter one gave.
"""

import base64
import hashlib
import re

LONGEST = 64
"""Short enough for ids and names on every platform."""

_OUTSIDE = re.compile(r"[^a-zA-Z0-9_-]+")
_DIGEST = 10


def new_id(old: str) -> str:
    """An id or name inside the pattern for an old one: what can be read of it, and a hash that keeps it apart.

    Two old ones that look alike once they are cleaned differ in the hash, which has 80 bits.
    """
    digest = hashlib.blake2b(old.encode("utf-8", "surrogatepass"), digest_size=_DIGEST).digest()
    mark = base64.b32encode(digest).decode("ascii").lower()
    readable = _OUTSIDE.sub("_", old)[: LONGEST - len(mark) - 1].strip("_")
    return f"{readable or 'unnamed'}_{mark}"


def placed_id(turn: int, call: int) -> str:
    """An id for a call that has none: a function of where it stands, which stays the same when the history grows."""
    return new_id(f"turn {turn} call {call}")
