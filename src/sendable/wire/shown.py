"""How a value that stands in a wrong place is shown in a message."""

from typing import Any


def shown(value: Any) -> Any:
    """The value; of what is no plain value only its kind, since it may hold anything."""
    return "an object" if isinstance(value, dict) else "an array" if isinstance(value, (list, tuple)) else value
