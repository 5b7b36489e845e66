"""Requests that the tests of the command share."""

import json
from pathlib import Path
from typing import Any

from sendable.wire.build import assistant, native_call, request, text, tool, tool_result, tool_use, user

ACCEPTED = request(user("héllo"))
LOST_RESULT = request(user("Look"), assistant(tool_use("toolu_7")), user("And?"), tools=[tool()])
UNPAIRED = request(
    user("Hi"),
    assistant(text("Looking."), native_call()),
    user("And?"),
    tools=[{"type": "web_search_20250305", "name": "web_search"}],
)
ORPHAN = [user(tool_result("toolu_gone")), assistant("ok"), user("go on")]
NO_REPAIR = request(user("x"), max_tokens=-1)


def write(path: Path, value: Any, indent: int | None = None, end: str = "\n") -> str:
    path.write_text(json.dumps(value, indent=indent, ensure_ascii=False) + end, encoding="utf-8")
    return str(path)
