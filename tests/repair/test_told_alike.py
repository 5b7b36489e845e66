from typing import Any

import pytest

from sendable import Ledger, repair
from sendable.repair.told_alike import alike
from sendable.wire.paths import Path

Json = dict[str, Any]

SCOPED: Json = {"type": "ephemeral", "scope": "global"}
SCHEMA: Json = {"type": "object", "properties": {"strict": {"type": "string", "cache_control": SCOPED}}}


def body() -> Json:
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 100,
        "system": [{"type": "text", "text": "Be kind.", "cache_control": SCOPED}],
        "tools": [
            {"name": "a", "input_schema": SCHEMA, "fresh": True, "cache_control": SCOPED},
            {"name": "b", "input_schema": SCHEMA},
            {"type": "custom", "name": "c", "input_schema": SCHEMA, "fresh": False},
            {"type": "bash_20250124", "name": "bash", "fresh": True},
        ],
        "messages": [
            {"role": "user", "content": [{"type": "text", "text": "Hi"}], "fresh": 1},
            {"role": "assistant", "content": [
                {"type": "text", "text": "So.", "fresh": 2},
                {"type": "tool_use", "id": "toolu_1", "name": "a", "input": {"fresh": 1}, "fresh": 3},
                {"type": "tool_use", "id": "toolu_2", "name": "b", "input": {}, "fresh": 4},
            ]},
            {"role": "user", "content": [
                {"type": "tool_result", "tool_use_id": "toolu_1",
                 "content": [{"type": "text", "text": "r", "fresh": 5}]},
                {"type": "tool_result", "tool_use_id": "toolu_2", "content": "s", "cache_control": SCOPED},
            ], "fresh": 6},
        ],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("place", "places"),
    [
        (("tools", 0, "fresh"), [("tools", 0, "fresh"), ("tools", 2, "fresh")]),
        (("tools", 3, "fresh"), [("tools", 3, "fresh")]),
        (("messages", 0, "fresh"), [("messages", 0, "fresh"), ("messages", 2, "fresh")]),
        (
            ("messages", 1, "content", 1, "fresh"),
            [("messages", 1, "content", 1, "fresh"), ("messages", 1, "content", 2, "fresh")],
        ),
        (
            ("messages", 1, "content", 0, "fresh"),
            [("messages", 1, "content", 0, "fresh"), ("messages", 2, "content", 0, "content", 0, "fresh")],
        ),
        (
            ("system", 0, "cache_control", "scope"),
            [
                ("system", 0, "cache_control", "scope"),
                ("tools", 0, "cache_control", "scope"),
                ("messages", 2, "content", 1, "cache_control", "scope"),
            ],
        ),
        (("max_tokens",), [("max_tokens",)]),
    ],
)
def test_the_same_field_of_the_same_kind_is_found(place: Path, places: list[Path]) -> None:
    assert alike(body(), place) == places


def test_a_field_that_the_api_refused_in_one_tool_goes_from_all() -> None:
    told = "tools.0.custom.fresh: Extra inputs are not permitted"
    repaired = repair(body(), told=told)
    assert [change.path for change in repaired.changes] == ["tools.0.fresh", "tools.2.fresh"]
    expected = body()
    del expected["tools"][0]["fresh"], expected["tools"][2]["fresh"]
    assert repaired.request == expected
    assert repaired.accepted


def test_what_was_said_stays_in_what_is_alike() -> None:
    pdf = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "Rain."}}
    content = [{**pdf, "title": None}, {**pdf, "title": "Forecast"}]
    asked = {**body(), "messages": [{"role": "user", "content": content}]}
    repaired = repair(asked, told="messages.0.content.0.document.title: Extra inputs are not permitted")
    assert [change.path for change in repaired.changes] == ["messages.0.content.0.title"]
    assert repaired.request["messages"][0]["content"] == [pdf, content[1]]


def test_later_requests_of_the_conversation_go_without_it() -> None:
    first = repair(body(), told="tools.0.custom.fresh: Extra inputs are not permitted")
    ledger = Ledger()
    ledger.keep_state("k", first.state)
    longer = {**body(), "messages": [*body()["messages"], {"role": "assistant", "content": "So."}]}
    longer["messages"].append({"role": "user", "content": "And?"})
    longer["tools"].append({"name": "d", "input_schema": SCHEMA, "fresh": True})
    second = repair(longer, state=ledger.state("k"))
    assert [(change.by, change.path) for change in second.changes] == [
        ("drop_fields_refused_before", f"tools.{at}.fresh") for at in (0, 2, 4)
    ]
    assert second.state["refused"] == first.state["refused"]
    assert second.request["tools"][:4] == first.request["tools"]
    # What refuses it is that model.
    other = repair({**longer, "model": "claude-opus-5-5"}, state=second.state)
    assert other.changes == []
    assert other.state["refused"] == first.state["refused"]


def test_a_state_holds_names_of_the_api_alone() -> None:
    [kept] = repair(body(), told="tools.0.custom.fresh: Extra inputs are not permitted").state["refused"]
    assert kept == {
        "kind": {"field": "tools", "name": "fresh", "listed": True, "type": "custom"},
        "target": {"model": "claude-sonnet-4-5"},
    }
