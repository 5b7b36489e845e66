"""The quick yes; that it never differs from the walk is held in `test_schema`."""

from typing import Any

import pytest

from sendable.wire.build import (
    assistant,
    cached,
    document,
    image,
    mcp_call,
    mcp_result,
    native_call,
    native_result,
    system,
    text,
    thinking,
    tool_result,
    tool_use,
    user,
)
from sendable.wire.typed import fits

WHOLE = [
    user("Hi"),
    assistant(thinking(), cached(text("One moment."), "1h"), tool_use(), tool_use("toolu_2")),
    user(tool_result(content=[image(), document(), text("x")]), tool_result("toolu_2", None, is_error=True)),
    system("Be brief."),
    assistant(native_call(), native_result(), mcp_call(), mcp_result()),
]


def test_whole_messages_fit() -> None:
    assert fits(WHOLE)


@pytest.mark.parametrize(
    "message",
    [
        user({"type": "text"}),
        user({"text": "x"}),
        user({"type": "hologram"}),
        user(text("x", brand_new=1)),
        user(cached(text("x"), "2h")),
        user(text("x", cache_control={})),
        user("Hi", name="x"),
        {"role": "tool", "content": "x"},
        {"role": "user"},
        {"role": "user", "content": None},
        "Hi",
        None,
    ],
)
def test_what_is_odd_or_new_does_not(message: Any) -> None:
    assert not fits([message])


@pytest.mark.parametrize("messages", [None, 1, "x", {}, {"role": "user", "content": "x"}])
def test_what_is_no_array_does_not(messages: object) -> None:
    assert not fits(messages)


def test_null_stands_for_what_is_left_out_where_the_api_takes_it() -> None:
    assert fits([user(text("x", cache_control=None, citations=None))])
    assert not fits([user(tool_result(is_error=None))])


def test_nesting_without_end_does_not_fit() -> None:
    deep: Any = {}
    for _ in range(100_000):
        deep = {"a": deep}
    assert fits([assistant(tool_use(arguments=deep))]) in (True, False)
