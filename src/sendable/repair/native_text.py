"""Native calls and results told as text, for pairs that can no longer be sent as what they are.

Only what a reader can read is told: titles, addresses, output, error codes. Encrypted parts have nothing to tell.
"""

import json
from collections.abc import Iterator
from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block, Json

NOTHING = "nothing that can be read"

# What is told of an object, by its `type`, in this order.
_TOLD: dict[str, tuple[str, ...]] = {
    "advisor_result": ("text",),
    "bash_code_execution_output": ("file_id",),
    "bash_code_execution_result": ("stdout", "stderr", "return_code", "content"),
    "code_execution_output": ("file_id",),
    "code_execution_result": ("stdout", "stderr", "return_code", "content"),
    "content": ("content",),
    "document": ("title", "context", "source"),
    "encrypted_code_execution_result": ("stderr", "return_code", "content"),
    "text": ("text", "data"),
    "text_editor_code_execution_str_replace_result": ("lines",),
    "text_editor_code_execution_view_result": ("content",),
    "tool_reference": ("tool_name",),
    "tool_search_tool_search_result": ("tool_references",),
    "web_fetch_result": ("url", "content"),
    "web_search_result": ("title", "url", "page_age"),
}

# What is told of an object that has no `type`: what people keep when they cut results down.
_UNTYPED = ("title", "url", "text", "content")


def native_call_as_text(call: Json) -> Json:
    """A text block that tells a native call: its tool and its input; a breakpoint is carried on."""
    held = call.get("input")
    given = f" with {json.dumps(held, ensure_ascii=False, default=str)}" if held else ""
    return _text(f"[Called {_name(call)}{given}]", call)


def native_result_as_text(result: Json, call: Json | None = None) -> Json:
    """A text block that tells a native result, of that call if it is known; a breakpoint is carried on."""
    name = _name(call) if call is not None else str(result.get("type")).removesuffix("_tool_result")
    told = "\n".join(_told(result.get("content")))
    return _text(f"[Result of {name}: {told or NOTHING}]", result)


def tell_pair(draft: Draft, call: Block | None, result: Block | None, rule: str) -> bool:
    """Tell a native call and its result as text, each in its place; whether the caller allows that."""
    told = [block for block in (call, result) if block is not None]
    if not told or not all(
        draft.may(rule, block.path, Loss.DEMOTES, f"told the native {'call' if block is call else 'result'} as text")
        for block in told
    ):
        return False
    if call is not None:
        draft.replace(call, native_call_as_text(call.value))
    if result is not None:
        draft.replace(result, native_result_as_text(result.value, None if call is None else call.value))
    return True


def _name(call: Json) -> str:
    server = call.get("server_name")
    return f"{call.get('name')} of {server}" if isinstance(server, str) else str(call.get("name"))


def _text(value: str, block: Json) -> Json:
    mark = block.get("cache_control")
    return {"type": "text", "text": value} | ({} if mark is None else {"cache_control": mark})


def _told(value: Any) -> Iterator[str]:
    """The readable lines of a value, in the order in which they stand."""
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _told(item)
    elif isinstance(value, dict):
        yield from _told_of(value)


def _told_of(value: Json) -> Iterator[str]:
    kind = value.get("type")
    if "error_code" in value:
        yield f"error {value['error_code']}"
        yield from _told(value.get("error_message"))
        return
    for field in _TOLD.get(kind, ()) if isinstance(kind, str) else _UNTYPED:
        if field == "return_code":
            yield f"exit code {value.get(field)}"
        else:
            yield from _told(value.get(field))
