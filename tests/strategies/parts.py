"""The parts of a message, each as the API takes it."""

import base64
import copy
from typing import Any

from sendable.wire.build import PDF, document, image, native_result, text
from tests.strategies.choice import Pick, one, seldom

Json = dict[str, Any]

WORDS = (
    "Yes.",
    "Look it up.",
    "Grüße, 世界 🙂",
    "a\n\n- b\n",
    "42 \t",
    '{"a": 1}',
    "x" * 300,
    "Is it? \u200b\u0000No.",
)
SIGNATURES = tuple(
    base64.b64encode(b"\x12" + bytes([len(body)]) + body).decode()
    for body in (b"\x0a\x10" + bytes(range(60)), bytes(range(100, 50, -1)), b"\x01\x02" * 45)
)
GIF = base64.b64encode(b"GIF89a\x01\x00\x01\x00\x00\x00\x00;").decode()


def words(pick: Pick) -> str:
    return one(pick, WORDS)


def thinking(pick: Pick) -> Json:
    signature = one(pick, SIGNATURES)
    shapes: tuple[Json, ...] = (
        {"type": "thinking", "thinking": "Let me see.", "signature": signature},
        {"type": "thinking", "thinking": "", "signature": signature},
        {"type": "redacted_thinking", "data": signature},
    )
    return copy.copy(one(pick, shapes))


def picture(pick: Pick, cloud: bool) -> Json:
    if not cloud and seldom(pick):
        source = one(pick, ({"type": "url", "url": "https://example.com/a.png"}, {"type": "file", "file_id": "file_1"}))
        return {"type": "image", "source": source}
    return image(GIF, "image/gif") if seldom(pick) else image()


def paper(pick: Pick) -> Json:
    sources: tuple[Json, ...] = (
        {"type": "text", "media_type": "text/plain", "data": "The sky is blue."},
        {"type": "base64", "media_type": "application/pdf", "data": PDF},
        {"type": "content", "content": [text("One."), text("Two.")]},
    )
    titled = {"title": "A page", "context": "found"} if seldom(pick) else {}
    return {"type": "document", "source": copy.deepcopy(one(pick, sources)), **titled}


def search_hit(pick: Pick) -> Json:
    return {"type": "search_result", "source": "https://example.com/x", "title": "X", "content": [text(words(pick))]}


def result_content(pick: Pick, cloud: bool, plain: bool = False) -> Json:
    """`content` and `is_error` of a client result, as fields; `plain` allows text alone."""
    contents: list[Json] = [
        {"content": words(pick)},
        {"content": ""},
        {"content": [text(words(pick))]},
        {"content": "It failed.", "is_error": True},
        {"content": [text("It failed."), text(words(pick))], "is_error": True},
    ]
    if not plain:
        contents += [
            {},
            {"content": [text(words(pick)), picture(pick, cloud)], "is_error": False},
            {"content": [image()]},
            {"content": [document(), text("A page.")]},
            {"content": [paper(pick)]},
            {"content": [search_hit(pick), search_hit(pick)]},
        ]
    return one(pick, contents)


# What native tools answer with, by the name in the call: good answers, then an error.
NATIVE: dict[str, tuple[Any, ...]] = {
    "web_search": (
        [
            {
                "type": "web_search_result",
                "url": "https://example.com",
                "title": "A",
                "encrypted_content": "RW5jcnlwdGVk",
            }
        ],
        [],
        {"type": "web_search_tool_result_error", "error_code": "max_uses_exceeded"},
    ),
    "web_fetch": (
        {
            "type": "web_fetch_result",
            "url": "https://example.com",
            "retrieved_at": None,
            "content": {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Found."}},
        },
        {"type": "web_fetch_tool_result_error", "error_code": "url_not_accessible"},
    ),
    "code_execution": (
        {"type": "code_execution_result", "stdout": "1\n", "stderr": "", "return_code": 0, "content": []},
        {"type": "code_execution_tool_result_error", "error_code": "unavailable"},
    ),
    "bash_code_execution": (
        {"type": "bash_code_execution_result", "stdout": "", "stderr": "e", "return_code": 1, "content": []},
    ),
    "text_editor_code_execution": ({"type": "text_editor_code_execution_create_result", "is_file_update": False},),
    "advisor": ({"type": "advisor_result", "text": "Go on."},),
}

INPUTS: dict[str, Json] = {
    "web_search": {"query": "x"},
    "web_fetch": {"url": "https://example.com"},
    "code_execution": {"code": "print(1)"},
    "bash_code_execution": {"command": "ls"},
    "text_editor_code_execution": {"command": "create", "path": "a.py", "file_text": ""},
    "advisor": {},
    "tool_search_tool_regex": {"pattern": "search"},
}

TOOLS: dict[str, Json] = {
    "web_search": {"type": "web_search_20250305", "name": "web_search"},
    "web_fetch": {"type": "web_fetch_20250910", "name": "web_fetch"},
    "code_execution": {"type": "code_execution_20250825", "name": "code_execution"},
    "bash_code_execution": {"type": "code_execution_20250825", "name": "code_execution"},
    "text_editor_code_execution": {"type": "code_execution_20250825", "name": "code_execution"},
    "advisor": {"type": "advisor_20260301", "name": "advisor", "model": "claude-opus-5-5"},
    "tool_search_tool_regex": {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"},
}

BETAS: dict[str, str] = {
    "web_fetch": "web-fetch-2025-09-10",
    "code_execution": "code-execution-2025-08-25",
    "bash_code_execution": "code-execution-2025-08-25",
    "text_editor_code_execution": "code-execution-2025-08-25",
    "advisor": "advisor-tool-2026-03-01",
}


def native_answer(pick: Pick, name: str, call: str) -> Json:
    """The result block of a native call; a search of tools finds the tool `search`."""
    if name == "tool_search_tool_regex":
        found = {
            "type": "tool_search_tool_search_result",
            "tool_references": [{"type": "tool_reference", "tool_name": "search"}],
        }
        return {"type": "tool_search_tool_result", "tool_use_id": call, "content": found}
    return native_result(name, call, copy.deepcopy(one(pick, NATIVE[name])))


def cited(pick: Pick) -> Json:
    """Text with a citation of a web search."""
    source = {
        "type": "web_search_result_location",
        "url": "https://example.com",
        "title": "A",
        "encrypted_index": "SW5kZXg=",
        "cited_text": "Blue.",
    }
    return text(words(pick), citations=[source])
