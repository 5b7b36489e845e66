from typing import Any

import pytest

from sendable import check, repair
from sendable.wire.build import assistant, request, text, thinking, tool, tool_result, tool_use, user

Json = dict[str, Any]

IDS: dict[str, list[Any]] = {
    "foreign": [f"functions.search:{number}" for number in range(6)],
    "one for all turns": ["call|1"] * 6,
    "alike": ["x|1", "x:1", "x 1", "x/1", "x.1", "x_1"],
    "empty": [""] * 6,
    "missing": [None] * 6,
}


def exchange(call: Any) -> list[Json]:
    used = tool_use(call, "fs.read") | {"input": '{"path": "a"}'}
    return [user("Go on."), assistant(used, text("I look.")), user(text("Note."), tool_result(call))]


def history(ids: list[Any]) -> Json:
    return request(*(message for call in ids for message in exchange(call)), tools=[tool("fs.read")])


@pytest.mark.parametrize("ids", IDS.values(), ids=IDS)
def test_a_longer_history_begins_with_the_repair_of_the_shorter_one(ids: list[Any]) -> None:
    whole = repair(history(ids)).request
    for length in range(1, len(ids)):
        shorter = repair(history(ids[:length])).request
        assert whole["messages"][: len(shorter["messages"])] == shorter["messages"]
        assert whole["tools"] == shorter["tools"]


@pytest.mark.parametrize("ids", IDS.values(), ids=IDS)
def test_every_call_keeps_its_result(ids: list[Any]) -> None:
    mended = repair(history(ids)).request
    assert check(mended) == []
    messages = mended["messages"]
    for at in range(0, len(messages), 3):
        call, result = messages[at + 1]["content"][-1], messages[at + 2]["content"][0]
        assert call["type"] == "tool_use"
        assert result["tool_use_id"] == call["id"]


def test_the_map_leads_every_new_id_and_name_back() -> None:
    repaired = repair(history(IDS["alike"]))
    assert sorted(repaired.ids["ids"].values()) == sorted(IDS["alike"][:5])
    assert list(repaired.ids["names"].values()) == ["fs.read"]


def test_a_clean_history_has_no_map() -> None:
    clean = request(user("Hi"), assistant(thinking(), tool_use()), user(tool_result()), tools=[tool()])
    assert repair(clean).ids == {}
