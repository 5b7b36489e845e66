from typing import Any

import pytest

from sendable.conversation import Base64, Image, Lost, NativeCall, NativeResult
from sendable.sources.openai_hosted import Hosted, hosted_item


def hosted(item: Any) -> tuple[Hosted | None, list[str]]:
    lost: list[Lost] = []
    return hosted_item(item, 3, "items.3", lost), [one.path for one in lost]


def call(tool: str, arguments: Any, call_id: str = "x") -> NativeCall:
    return NativeCall(provider="openai", id=call_id, tool=tool, arguments=arguments)


def result(tool: str, content: Any, call_id: str = "x") -> NativeResult:
    return NativeResult(provider="openai", call_id=call_id, tool=tool, content=content)


DONE = {"id": "x", "status": "completed"}


@pytest.mark.parametrize(
    ("item", "parts"),
    [
        (
            {**DONE, "type": "web_search_call", "action": {"type": "open_page", "url": "https://x.test"}},
            [
                call("web_search", {"type": "open_page", "url": "https://x.test"}),
                result("web_search", {"status": "completed"}),
            ],
        ),
        ({"id": "x", "status": "searching", "type": "web_search_call"}, [call("web_search", {})]),
        (
            {**DONE, "type": "file_search_call", "queries": ["q"], "results": [{"text": "t"}]},
            [call("file_search", {"queries": ["q"]}), result("file_search", [{"text": "t"}])],
        ),
        (
            {**DONE, "type": "code_interpreter_call", "code": "1", "container_id": "c", "outputs": [{"logs": "1"}]},
            [call("code_interpreter", {"code": "1"}), result("code_interpreter", [{"logs": "1"}])],
        ),
        (
            {**DONE, "type": "mcp_call", "server_label": "s", "name": "n", "arguments": '{"a": 1}', "output": "o"},
            [call("s.n", {"a": 1}), result("s.n", "o")],
        ),
        (
            {"id": "x", "type": "mcp_call", "server_label": "s", "name": "n", "arguments": "", "error": "e"},
            [call("s.n", {}), result("s.n", {"error": "e"})],
        ),
        (
            {"id": "x", "type": "mcp_approval_request", "server_label": "s", "name": "n", "arguments": "{}"},
            [call("mcp_approval", {"tool": "s.n", "arguments": {}})],
        ),
        (
            {"type": "computer_call", "id": "i", "call_id": "x", "action": {"type": "click"}, "status": "completed"},
            [call("computer", {"action": {"type": "click"}})],
        ),
        (
            {"type": "local_shell_call", "id": "i", "call_id": "x", "action": {"command": ["ls"]}},
            [call("local_shell", {"action": {"command": ["ls"]}})],
        ),
        ({"type": "tool_search_call", "id": "x", "arguments": {"q": 1}}, [call("tool_search", {"q": 1})]),
        (
            {"type": "tool_search_output", "call_id": "x", "execution": "server", "tools": [{"name": "a"}]},
            [result("tool_search", ["a"])],
        ),
        ({"type": "program", "call_id": "x", "code": "1"}, [call("program", {"code": "1"})]),
        ({"type": "program_output", "call_id": "x", "result": "1"}, [result("program", "1")]),
        ({"type": "brand_new_call", "id": "x", "asked": 1}, [call("brand_new", {"asked": 1})]),
    ],
)
def test_item_of_the_model_becomes_native_parts(item: Any, parts: Any) -> None:
    assert hosted(item) == (Hosted(parts), [])


@pytest.mark.parametrize(
    ("item", "parts"),
    [
        (
            {"type": "computer_call_output", "call_id": "x", "output": {"image_url": "data:image/png;base64,eA=="}},
            [result("computer", "a screenshot")],
        ),
        (
            {"type": "local_shell_call_output", "id": "x", "output": '{"stdout": "a"}'},
            [result("local_shell", {"stdout": "a"})],
        ),
        (
            {"type": "shell_call_output", "call_id": "x", "output": [{"stdout": "a"}]},
            [result("shell", [{"stdout": "a"}])],
        ),
        ({"type": "apply_patch_call_output", "call_id": "x", "output": "done"}, [result("apply_patch", "done")]),
        (
            {"type": "mcp_approval_response", "id": "r", "approval_request_id": "x", "approve": True},
            [result("mcp_approval", {"approve": True})],
        ),
    ],
)
def test_output_of_the_application_is_its_own(item: Any, parts: Any) -> None:
    made, _ = hosted(item)
    assert made is not None
    assert made.by_application
    assert made.parts[:1] == parts


def test_screenshot_follows_as_an_image() -> None:
    shot = {"type": "computer_screenshot", "image_url": "data:image/png;base64,eA=="}
    made, lost = hosted({"type": "computer_call_output", "call_id": "x", "output": shot})
    assert made is not None
    assert made.parts[1:] == [Image(source=Base64(data="eA==", media_type="image/png"))]
    assert lost == []


def test_picture_of_the_model_is_lost() -> None:
    made, lost = hosted({**DONE, "type": "image_generation_call", "result": "eA==", "revised_prompt": "a cat"})
    assert made is not None
    assert made.parts == [
        call("image_generation", {"revised_prompt": "a cat"}),
        result("image_generation", {"status": "completed"}),
    ]
    assert lost == ["items.3.result"]


def test_missing_id_is_made_of_the_place() -> None:
    assert hosted({"type": "web_search_call"}) == (Hosted([call("web_search", {}, "call_3_0")]), [])


def test_other_item_is_none() -> None:
    assert hosted({"type": "hologram"}) == (None, [])
