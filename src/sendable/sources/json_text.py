"""JSON text: what frameworks write for a value, and the value that a text stands for."""

import json
import math
from typing import Any

import msgspec


def json_text(value: Any) -> str:
    """Compact JSON with all letters as they are; any value has one."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)


def value_of(text: str) -> Any:
    """The value that a JSON text stands for.

    A lone surrogate, which the fast reader takes for a fault, is JSON all the same; NaN and the infinities are not.

    Raises:
        ValueError: it is no JSON.
        RecursionError: it is nested too deeply.
    """
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError):
        return json.loads(text, parse_constant=_refused, parse_float=_finite)


def _refused(_name: str) -> Any:
    raise ValueError("no number of JSON")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refused(text)
