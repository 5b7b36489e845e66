"""What stands in the place of a text: as long, as blank at its ends, as right or wrong for a pattern.

A filler is made of the number of its text and not of the text, so that nobody can find the text by trying.
"""

import re
from collections.abc import Callable
from hashlib import blake2b

from sendable.relay.scrub.words import is_word

NATIVE = ("srvtoolu_", "mcptoolu_", "toolu_")
_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]{1,9}:(?://)?")
_DATA_URI = re.compile(r"\s*data:[a-zA-Z]+/[a-zA-Z0-9.+-]+;base64,")
_EXTENSION = re.compile(r"\.(?:txt|csv|md|docx|xlsx|pptx|png|jpe?g|gif|webp|pdf|html?)(?=$|[?#])", re.IGNORECASE)
_LOWER, _UPPER, _DIGITS = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
_TRIES = 400

Make = Callable[[str, bytes], str]


class Fillers:
    """Gives the same text the same filler, and two texts two, as far as there are that many of a length."""

    def __init__(self) -> None:
        self._given: dict[tuple[Make, str], str] = {}
        self._taken: dict[Make, set[str]] = {}

    def of(self, make: Make, text: str) -> str:
        """The filler of a text.

        Args:
            make: one of the kinds below: makes it of the text's shape and of some bytes.
            text: what is replaced.
        """
        held = self._given.get((make, text))
        if held is None:
            held = self._given[make, text] = self._new(make, text)
        return held

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each text and its filler, the longest texts first."""
        found = [(text, filler) for (_, text), filler in self._given.items()]
        return sorted(found, key=lambda pair: (-len(pair[0]), pair))

    def _new(self, make: Make, text: str) -> str:
        taken = self._taken.setdefault(make, set())
        filler = text
        for attempt in range(_TRIES):
            seed = blake2b(b"%d %d" % (len(self._given), attempt), digest_size=64).digest()
            filler = make(text, seed)
            if filler not in taken and (filler != text or not any(map(str.isalnum, text))) and not is_word(filler):
                break
        taken.add(filler)
        return filler


def name_like(text: str, seed: bytes) -> str:
    """For ids, names and keys: letters for letters, digits for digits, and all else as it stands."""
    head = next((prefix for prefix in NATIVE if text.startswith(prefix)), "")
    return head + _each(text[len(head) :], seed)


def wording(text: str, seed: bytes) -> str:
    """For what somebody said: letters between the blanks at its ends."""
    inner = text.strip()
    start = text.index(inner) if inner else len(text)
    if inner.isascii():
        letters = "".join(_LOWER[byte % 26] for byte in seed)
        made = (letters * (len(inner) // len(letters) + 1))[: len(inner)]
    else:
        made = "".join(_letter(char, seed[at % len(seed)]) for at, char in enumerate(inner))
    return text[:start] + made + text[start + len(inner) :]


def address(text: str, seed: bytes) -> str:
    """For URLs: the scheme and the marks between the parts stay, and the ending of a file that is known."""
    embedded = _DATA_URI.match(text)
    if embedded is not None:
        return embedded[0] + secret(text[embedded.end() :], seed)
    scheme = _SCHEME.match(text)
    start = scheme.end() if scheme is not None and scheme[0].strip().rstrip("/").lower() in _SCHEMES else 0
    ending = _EXTENSION.search(text, start)
    if ending is None:
        return text[:start] + _each(text[start:], seed)
    return text[:start] + _each(text[start : ending.start()], seed) + ending[0] + _each(text[ending.end() :], seed)


def secret(text: str, seed: bytes) -> str:
    """For signatures and what the API encrypted: base64 for base64, and what is none stays none."""
    return _each(text, seed)


_SCHEMES = frozenset({"http:", "https:", "data:", "blob:", "file:", "ftp:", "s3:", "gs:"})


def _each(text: str, seed: bytes) -> str:
    return "".join(_alike(char, seed[at % len(seed)] + at // len(seed)) for at, char in enumerate(text))


def _alike(char: str, number: int) -> str:
    """A character of the same kind."""
    for kind in (_LOWER, _UPPER, _DIGITS):
        if char in kind:
            return kind[number % len(kind)]
    return char if char.isascii() or char.isspace() else _letter(char, number)


def _letter(char: str, number: int) -> str:
    """A letter that takes as many bytes; half a pair stays what it is, since the API refuses it."""
    code = ord(char)
    if code < 0x80:
        return _LOWER[number % 26]
    if code < 0x800:
        return chr(0xE0 + number % 16)
    if 0xD800 <= code <= 0xDFFF:
        return char
    return chr(0x4E00 + number % 64) if code < 0x10000 else chr(0x20000 + number % 64)
