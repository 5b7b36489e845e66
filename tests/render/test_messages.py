from typing import Any

import pytest

from sendable.conversation import CachePoint, Message, Part, Role, Text, Thinking, ToolCall, ToolResult, Verbatim
from sendable.errors import CachePointError
from sendable.render.messages import Writer
from sendable.render.style import Style


def message(role: Role, *parts: Part, **fields: Any) -> Message:
    return Message(role=role, parts=list(parts), **fields)


def written(*messages: Message, hears: bool = False) -> list[dict[str, Any]]:
    writer = Writer(hears, Style())
    for at, one in enumerate(messages):
        writer.write(one, at)
    return writer.done()


def outline(messages: list[dict[str, Any]]) -> list[str]:
    """Role and what stands in it, in short."""
    told = []
    for one in messages:
        content = one["content"]
        held = (
            [content]
            if isinstance(content, str)
            else [b.get("tool_use_id") or b.get("text") or b["id"] for b in content]
        )
        told.append(f"{one['role']}: {' '.join(held)}")
    return told


ASK = message("user", Text(text="ask"), bare=True)
CALLS = message("assistant", ToolCall(id="a", name="x"), ToolCall(id="b", name="x"))
A, B = (message("tool", ToolResult(call_id=name, parts=[])) for name in "ab")
SYSTEM = message("system", Text(text="sys"), bare=True)


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ((CALLS, SYSTEM, A, B), ["assistant: a b", "user: a b", "user: sys"]),
        ((CALLS, A, SYSTEM, B), ["assistant: a b", "user: a b", "user: sys"]),
        ((CALLS, A, B, SYSTEM), ["assistant: a b", "user: a b", "user: sys"]),
        ((CALLS, A, SYSTEM), ["assistant: a b", "user: a", "user: sys"]),
        ((CALLS, A, SYSTEM, ASK), ["assistant: a b", "user: a", "user: sys", "user: ask"]),
        ((CALLS, A, SYSTEM, CALLS), ["assistant: a b", "user: a", "user: sys", "assistant: a b"]),
        ((CALLS, SYSTEM, SYSTEM, A, B), ["assistant: a b", "user: a b", "user: sys", "user: sys"]),
        ((CALLS, SYSTEM, A, B, SYSTEM), ["assistant: a b", "user: a b", "user: sys", "user: sys"]),
        ((CALLS, ASK, SYSTEM, A), ["assistant: a b", "user: ask", "user: sys", "user: a"]),
        ((SYSTEM, ASK), ["user: sys", "user: ask"]),
    ],
)
def test_system_message_is_told_at_its_place_or_behind_the_results_of_the_turn(
    messages: tuple[Message, ...], expected: list[str]
) -> None:
    assert outline(written(*messages)) == expected


def test_calls_of_one_turn_in_two_messages_are_waited_for() -> None:
    more = message("assistant", Text(text="more"))
    assert outline(written(CALLS, more, SYSTEM, A, B)) == [
        "assistant: a b",
        "assistant: more",
        "user: a b",
        "user: sys",
    ]


def test_results_in_user_messages_are_waited_for_as_well() -> None:
    results = message("user", ToolResult(call_id="a"), ToolResult(call_id="b"))
    assert outline(written(CALLS, SYSTEM, results, ASK)) == ["assistant: a b", "user: a b", "user: sys", "user: ask"]


def test_system_message_that_is_heard_waits_for_results_and_stays_where_it_is_else() -> None:
    assert outline(written(CALLS, A, SYSTEM, B, hears=True)) == ["assistant: a b", "user: a b", "system: sys"]
    assert outline(written(CALLS, A, B, SYSTEM, ASK, hears=True))[2:] == ["system: sys", "user: ask"]
    assert written(CALLS, SYSTEM, A, B, hears=True)[-1]["content"] == "sys"


def test_cache_point_that_leads_marks_the_system_prompt() -> None:
    writer = Writer(False, Style(), "s")
    writer.write(message("user", CachePoint(), Text(text="ask")), 0)
    assert writer.system == [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral"}}]


def test_a_bare_text_stays_bare_unless_it_carries_something() -> None:
    assert written(ASK)[0]["content"] == "ask"
    odd = message("user", Text(text="ask", extra={"citations": []}), bare=True)
    assert written(odd)[0]["content"] == [{"type": "text", "text": "ask", "citations": []}]
    verbatim = message("user", Verbatim(provider="anthropic", block={"type": "new", "data": 1}), bare=True)
    assert written(verbatim)[0]["content"] == [{"type": "new", "data": 1}]


def test_fields_of_a_message_stay_with_it() -> None:
    marked = message("tool", ToolResult(call_id="a"), extra={"x": 1})
    second = message("tool", ToolResult(call_id="b"), extra={"y": 2})
    assert written(CALLS, marked, second)[1].keys() == {"role", "content", "x", "y"}
    assert written(message("user", Text(text="a"), extra={"x": 1}))[0]["x"] == 1


def test_tool_message_of_nothing_leaves_no_message() -> None:
    assert outline(written(CALLS, message("tool"), ASK)) == ["assistant: a b", "user: ask"]


def test_message_whose_parts_are_all_dropped_leaves_none() -> None:
    assert outline(written(ASK, message("assistant", Thinking(text="x")), ASK)) == ["user: ask", "user: ask"]


def test_cache_point_marks_a_system_message_that_waits() -> None:
    marked = written(CALLS, SYSTEM, message("system", CachePoint(), Text(text="two")), A, B)
    assert marked[2]["content"][0]["cache_control"] == {"type": "ephemeral"}


def test_cache_point_with_nothing_before_it_says_where() -> None:
    with pytest.raises(CachePointError) as caught:
        written(message("assistant", Thinking(text="x", signature="y")), message("user", CachePoint()))
    assert caught.value.path == "messages.1.parts.0"


def test_many_system_messages_within_a_turn_take_linear_time() -> None:
    calls = message("assistant", *(ToolCall(id=f"c{at}", name="x") for at in range(2000)))
    rest = [m for at in range(2000) for m in (message("tool", ToolResult(call_id=f"c{at}", parts=[])), SYSTEM)]
    assert len(written(calls, *rest)) == 2002


def test_results_with_two_values_of_one_field_stay_apart() -> None:
    first, second = (message("tool", *one.parts, extra={"x": at}) for at, one in enumerate((A, B)))
    assert [one["x"] for one in written(CALLS, first, second)[1:]] == [0, 1]
    assert outline(written(CALLS, first, first)) == ["assistant: a b", "user: a a"]
