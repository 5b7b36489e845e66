"""The arguments of a call, which live objects may hold with values that JSON has no form for."""

import math
from typing import Any

from sendable.errors import ContentDecodeError

_PLAIN = frozenset((str, int, bool, type(None)))
_WORDS = frozenset((str,))
_KEYS = (str, int, float, bool, type(None))


def json_arguments(arguments: Any) -> Any:
    """The arguments themselves, when they are JSON.

    Raises:
        ContentDecodeError: they hold NaN, an infinity, bytes, a set or another object; encoders of JSON would refuse
            them, or change them without a word.
    """
    if type(arguments) is dict and _is_flat(arguments):
        return arguments
    try:
        odd = _odd(arguments)
    except RecursionError:  # for the reader, which tells so of everything that is nested too deeply
        return arguments
    if odd:
        raise ContentDecodeError(f"the arguments of a call hold what JSON has no form for: {odd}")
    return arguments


def _is_flat(arguments: dict[Any, Any]) -> bool:
    """Whether these are words and whole numbers under words, as most arguments are."""
    return _WORDS.issuperset(map(type, arguments)) and _PLAIN.issuperset(map(type, arguments.values()))


def _odd(value: Any) -> str:
    """What JSON has no form for, in a word or two; "" where there is nothing of the kind."""
    kind = type(value)
    if kind in _PLAIN:
        return ""
    if kind is dict or isinstance(value, dict):
        return _odd_key(value) or _first_odd(value.values())
    if isinstance(value, list | tuple):
        return _first_odd(value)
    if isinstance(value, float):
        return "" if math.isfinite(value) else "a number that is none, or is infinite"
    # an SDK object is written as the JSON that it came from
    return "" if isinstance(value, str | int) or hasattr(value, "model_dump") else f"{kind.__name__} objects"


def _odd_key(value: dict[Any, Any]) -> str:
    return next((f"keys that are {type(key).__name__} objects" for key in value if not isinstance(key, _KEYS)), "")


def _first_odd(values: Any) -> str:
    for one in values:
        if type(one) not in _PLAIN and (odd := _odd(one)):
            return odd
    return ""
