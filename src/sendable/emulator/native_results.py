"""Results of tools that the provider runs, made up where a script gives none."""

from typing import Any

from sendable.wire.blocks import Json
from sendable.wire.kinds import answer_kind

_URL = "https://example.com/"


def _search(_call: Json) -> Any:
    hit = {"type": "web_search_result", "title": "Example", "url": _URL, "encrypted_content": "RXhhbXBsZQ=="}
    return [{**hit, "page_age": None}]


def _fetch(call: Json) -> Any:
    asked = call.get("input")
    url = asked.get("url") if isinstance(asked, dict) else None
    source = {"type": "text", "media_type": "text/plain", "data": "An example page."}
    page = {"type": "document", "source": source, "title": "Example", "citations": None}
    return {"type": "web_fetch_result", "url": url or _URL, "content": page, "retrieved_at": "2026-01-02T03:04:05Z"}


def _code(_call: Json) -> Any:
    return {"type": "code_execution_result", "stdout": "done\n", "stderr": "", "return_code": 0, "content": []}


def _bash(_call: Json) -> Any:
    return {"type": "bash_code_execution_result", "stdout": "done\n", "stderr": "", "return_code": 0, "content": []}


def _edit(_call: Json) -> Any:
    return {"type": "text_editor_code_execution_create_result", "is_file_update": False}


def _tools(_call: Json) -> Any:
    return {"type": "tool_search_tool_search_result", "tool_references": []}


def _advice(_call: Json) -> Any:
    return {"type": "advisor_result", "text": "Go on."}


_MADE = {
    "web_search_tool_result": _search,
    "web_fetch_tool_result": _fetch,
    "code_execution_tool_result": _code,
    "bash_code_execution_tool_result": _bash,
    "text_editor_code_execution_tool_result": _edit,
    "tool_search_tool_result": _tools,
    "advisor_tool_result": _advice,
}


INPUTS: dict[str, Json] = {
    "web_search": {"query": "example"},
    "web_fetch": {"url": _URL},
    "code_execution": {"code": "print('done')"},
    "bash_code_execution": {"command": "echo done"},
    "text_editor_code_execution": {"command": "create", "path": "/tmp/example.txt", "file_text": "example"},
    "tool_search_tool_regex": {"pattern": ".*"},
    "tool_search_tool_bm25": {"query": "example"},
}
"""What each native tool is called with where a script does not say."""


def result_of(call: Json, given: Any = None) -> Json:
    """The block that answers a native call.

    Args:
        call: the call, its id included.
        given: the content of the result; a bare text where the kind of result holds one. None makes one up.
    """
    kind = answer_kind(call)
    block = {"type": kind, "tool_use_id": call["id"]}
    if kind == "mcp_tool_result":
        content = [{"type": "text", "text": given or "done"}] if given is None or isinstance(given, str) else given
        return {**block, "is_error": False, "content": content}
    if given is None:
        given = _MADE[kind](call) if kind in _MADE else []
    elif isinstance(given, str) and kind == "tool_search_tool_result":
        given = [given]
    if kind == "tool_search_tool_result" and isinstance(given, list):
        given = {**_tools(call), "tool_references": [_reference(name) for name in given]}
    elif isinstance(given, str):
        given = _told(kind, call, given)
    return {**block, "content": given}


def _reference(name: Any) -> Any:
    return {"type": "tool_reference", "tool_name": name} if isinstance(name, str) else name


def _told(kind: str, call: Json, text: str) -> Any:
    """The content of a result that says a text, in the field that its kind has for one."""
    made = _MADE[kind](call) if kind in _MADE else text
    if isinstance(made, list):
        return [{**made[0], "title": text}]
    if not isinstance(made, dict):
        return made
    if kind == "web_fetch_tool_result":
        return {**made, "content": {**made["content"], "source": {**made["content"]["source"], "data": text}}}
    field = next((name for name in ("stdout", "text") if name in made), None)
    return made if field is None else {**made, field: text}
