import pytest

from sendable import check
from sendable.wire import build


def test_request_leaves_out_what_is_none() -> None:
    assert build.request(build.user("a"), model=None, system="s") == {
        "max_tokens": 1024,
        "messages": [{"role": "user", "content": "a"}],
        "system": "s",
    }


def test_one_bare_string_stays_a_string() -> None:
    assert build.user("a") == {"role": "user", "content": "a"}
    assert build.system("a")["content"] == "a"
    assert build.assistant("a", build.tool_use())["content"][0] == build.text("a")
    assert build.user()["content"] == []


def test_breakpoint_is_put_on_a_copy() -> None:
    block = build.text("a")
    assert build.cached(block, "1h")["cache_control"] == {"type": "ephemeral", "ttl": "1h"}
    assert build.cached(block)["cache_control"] == {"type": "ephemeral"}
    assert block == build.text("a")


def test_result_without_content_has_no_such_field() -> None:
    assert build.tool_result(content=None) == {"type": "tool_result", "tool_use_id": "toolu_1"}


@pytest.mark.parametrize(
    "messages",
    [
        [build.user(build.image(), build.document(), "a")],
        [build.user("a"), build.assistant(build.thinking(), build.tool_use()), build.user(build.tool_result())],
        [build.user("a"), build.assistant(build.native_call(), build.native_result(), "b"), build.user("c")],
        [build.user("a"), build.assistant(build.mcp_call(), build.mcp_result(), "b"), build.user("c")],
    ],
)
def test_what_is_built_is_accepted(messages: list[build.Json]) -> None:
    assert check(build.request(*messages, tools=[build.tool()])) == []
