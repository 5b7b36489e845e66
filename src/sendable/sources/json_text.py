"""A JSON value as the compact text that frameworks tell a model."""

import json
from typing import Any


def json_text(value: Any) -> str:
    """Compact JSON with all letters as they are; any value has one."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
