"""Base64 as it stands in a request: whether it is valid, how to read a few bytes of it, how to mend it.

Nothing here decodes a whole image. An image of 1 MB is judged in one copy and one scan.
"""

import binascii
import re

_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_DATA_URI = re.compile(r"\s*data:[^,]{0,200};base64,", re.IGNORECASE)
_SPACES = {ord(space): None for space in " \t\r\n\f\v"}
_URL_SAFE = {ord("-"): "+", ord("_"): "/"}


def is_base64(text: str) -> bool:
    """Whether the text is standard base64: its alphabet alone, padded to groups of four."""
    if len(text) % 4 or not text.isascii():
        return False
    left = text.encode("ascii").translate(None, _ALPHABET)
    return not left or (left in (b"=", b"==") and text.endswith(left.decode("ascii")))


def size_of(text: str) -> int:
    """How many bytes a valid text stands for."""
    return len(text) // 4 * 3 - text.count("=", max(len(text) - 2, 0))


def part_of(text: str, start: int, stop: int) -> bytes:
    """The bytes from `start` to `stop` of what the text stands for; fewer where it ends or is no base64."""
    first = start // 3
    chunk = text[first * 4 : -(-stop // 3) * 4]
    try:
        return binascii.a2b_base64(chunk)[start - first * 3 : stop - first * 3]
    except ValueError:
        return b""


def decoded(text: str) -> bytes:
    """All bytes that the text stands for; none where it is no base64."""
    try:
        return binascii.a2b_base64(text)
    except ValueError:
        return b""


def mended(text: str) -> str:
    """The same bytes as standard base64: without `data:` prefix and spaces, in the standard alphabet, padded.

    The text itself where that does not make it valid.
    """
    prefix = _DATA_URI.match(text)
    bare = (text[prefix.end() :] if prefix else text).translate(_SPACES)
    if "-" in bare or "_" in bare:
        bare = bare.translate(_URL_SAFE)
    bare = bare.rstrip("=")
    bare += "=" * (-len(bare) % 4)
    return bare if is_base64(bare) else text
