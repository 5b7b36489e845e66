import asyncio
import json
from typing import Any

import pytest

from sendable import SendableError, Target, check, repair
from sendable.render import render
from sendable.repair.repair import Repaired
from sendable.sources.load import load
from sendable.sources.pydantic_ai_back import write_back
from tests.shapes.expected import EXPECTED
from tests.shapes.pydantic_ai import (
    SHAPES,
    call,
    lib,
    native,
    native_return,
    request,
    response,
    result,
    said,
    stored,
    text_part,
    user,
    with_tools,
)

Json = dict[str, Any]
TARGET = Target(model="claude-sonnet-4-5")
WIRE_ONLY = {
    "map_foreign_ids",
    "map_foreign_names",
    "merge_duplicate_calls",
    "keep_useful_breakpoints",
    "place_system_messages",
    "turn_manual_thinking_off",
}


def written(data: Any, fields: Json | None = None, target: Target = TARGET) -> tuple[bytes, Repaired]:
    held = render(load(data, "pydantic-ai"), target, fields=fields)
    repaired = repair(held, target)
    return write_back(data, held, repaired), repaired


def messages_in(data: bytes) -> list[Any]:
    loaded: list[Any] = lib().ModelMessagesTypeAdapter.validate_json(data)
    return loaded


def kinds(data: bytes) -> list[list[str]]:
    return [[part.part_kind for part in message.parts] for message in messages_in(data)]


def without_marks(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_marks(item) for name, item in value.items() if name != "cache_control"}
    return [without_marks(item) for item in value] if isinstance(value, list) else value


def turns_in(body: Json) -> list[tuple[str, list[Any]]]:
    """The blocks by turn, with bare strings as blocks, and without breakpoints."""
    turns: list[tuple[str, list[Any]]] = []
    for message in json.loads(json.dumps(without_marks(body["messages"]))):
        content = message["content"]
        if not turns or turns[-1][0] != message["role"]:
            turns.append((message["role"], []))
        turns[-1][1].extend([{"type": "text", "text": content}] if isinstance(content, str) else content)
    for block in (one for _, blocks in turns for one in blocks):
        if isinstance(block.get("content"), str):
            block["content"] = [{"type": "text", "text": block["content"]}]
        if block.get("is_error") is False:
            del block["is_error"]
    return turns


@pytest.mark.parametrize("name", [name for name in SHAPES if EXPECTED[name].error is None])
def test_written_back_shape_needs_no_repair_but_on_the_wire(name: str) -> None:
    data, options = SHAPES[name]()
    fields = options.get("fields")
    back, repaired = written(stored(data), fields)
    messages_in(back)
    again = repair(render(load(back), TARGET, fields=fields), TARGET)
    assert {change.by for change in again.changes} <= WIRE_ONLY
    assert again.remaining == []
    assert turns_in(again.request) == turns_in(repaired.request)


def test_history_without_a_fault_keeps_its_bytes() -> None:
    data = stored([user("Hi"), said("Hello")])
    assert written(data)[0] == data


def test_untouched_messages_keep_their_bytes() -> None:
    pretty = lib().ModelMessagesTypeAdapter.dump_json(
        [user("Hi"), said("Hello"), user("Rome?"), response(native()), user("Well?")], indent=2
    )
    back, _ = written(pretty, {"tools": []})
    before = [
        pretty[at : pretty.index(b"\n  }", at) + 4] for at in (pretty.index(b"{"), pretty.index(b'{\n    "parts"', 9))
    ]
    assert all(one in back for one in before)
    assert kinds(back) == [["user-prompt"], ["text"], ["user-prompt"], ["user-prompt"]]


def test_dropped_call_leaves_the_rest_of_its_response() -> None:
    data = stored([user("Rome?"), response(text_part("Let me see."), native(), text_part("Sorry.")), user("Well?")])
    back, _ = written(data, with_tools()["fields"])
    assert kinds(back) == [["user-prompt"], ["text", "text"], ["user-prompt"]]
    assert json.loads(back)[1]["usage"] == json.loads(data)[1]["usage"]


def test_answered_call_is_a_failed_tool_return() -> None:
    back, _ = written(stored([user("Weather?"), response(call(), call("toolu_b")), request(result("Sunny"))]))
    answer = messages_in(back)[2].parts
    assert [(one.tool_name, one.tool_call_id, one.outcome) for one in answer] == [
        ("weather", "toolu_a", "success"),
        ("weather", "toolu_b", "failed"),
    ]
    assert answer[1].content == "No result was recorded for this call."


def test_answer_of_the_last_call_is_a_request_of_its_own() -> None:
    back, _ = written(stored([user("Weather?"), response(call("odd|id"))]))
    assert [(part.part_kind, part.tool_call_id) for part in messages_in(back)[2].parts] == [("tool-return", "odd|id")]


def test_renamed_ids_and_names_are_not_written() -> None:
    data, options = SHAPES["foreign-id-with-dotted-tool-name"]()
    back, repaired = written(stored(data), options["fields"])
    assert repaired.ids
    assert json.loads(back) == json.loads(stored(data))


def test_dropped_item_leaves_the_others_and_the_cache_points() -> None:
    point = lib().CachePoint()
    back, _ = written(stored([user("Hi", "", point, "there")]))
    assert messages_in(back)[0].parts[0].content == ["Hi", point, "there"]


def test_media_of_a_failed_result_become_a_prompt_behind_it() -> None:
    data, _ = SHAPES["error-result-with-image"]()
    back, _ = written(stored(data))
    answer = messages_in(back)[2].parts
    assert [one.part_kind for one in answer] == ["tool-return", "user-prompt"]
    assert (answer[0].content, answer[0].outcome) == ("It broke", "failed")
    assert answer[1].content[0].data == data[2].parts[0].content[1].data


def test_arguments_that_became_an_object_are_written() -> None:
    back, _ = written(stored(SHAPES["broken-argument-json"]()[0]))
    assert messages_in(back)[1].parts[0].args == {"input": '{"city": "Ro'}


def test_results_that_moved_stand_where_their_calls_ask() -> None:
    prompt, asked, answer = user("Weather?"), response(call()), request(result("Sunny"))
    answer.parts.insert(0, lib().UserPromptPart("By the way"))
    back, _ = written(stored([prompt, asked, answer]))
    assert kinds(back)[2] == ["tool-return", "user-prompt"]


def test_live_objects_are_written_as_their_library_does() -> None:
    data = [user("Hi"), said("Hello "), user("More")]
    assert messages_in(written(data)[0]) == data


def test_lines_stay_lines() -> None:
    one, two = stored([user("Weather?")])[1:-1], stored([response(call())])[1:-1]
    back, _ = written(one + b"\n" + two + b"\n")
    assert back.startswith(one + b"\n" + two + b"\n")
    assert len(back.splitlines()) == 3


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_untouched_bytes_stay_beside_halves_of_characters(start: bytes) -> None:
    one, two = stored([user("Rome?")])[1:-1], stored([response(call())])[1:-1]
    data = start + b"[ " + one + b" ,\n" + two.replace(b"Rome", b"\\ud83d") + b" ]"
    back, _ = written(data)
    assert back.startswith(b"[" + one + b",")
    assert messages_in(back)[1].parts[0].args == {"city": "\ufffd"}


def test_empty_list_stays_empty() -> None:
    held = {"model": "claude-sonnet-4-5", "messages": []}
    assert write_back(b"[ ]", held, repair(held, TARGET)) == b"[]"


def test_foreign_calls_stay_what_they_are() -> None:
    foreign = lib().NativeToolCallPart("web_search", {"query": "x"}, "ws_1", provider_name="openai")
    found = lib().NativeToolReturnPart("web_search", {"status": "ok"}, "ws_1", provider_name="openai")
    data = stored([user("Rome?"), response(foreign, found, call()), user("Well?")])
    back, _ = written(data)
    assert kinds(back)[1] == ["builtin-tool-call", "builtin-tool-return", "tool-call"]


def test_request_of_another_history_is_refused() -> None:
    held = render(load([user("Hi")]), TARGET)
    other = stored([user("Something else"), response(call())])
    broken = {**held, "messages": [*held["messages"], {"role": "user", "content": [{"type": "text", "text": ""}]}]}
    with pytest.raises(SendableError, match="not rendered from this history"):
        write_back(other, broken, repair(broken, TARGET))


def test_changed_system_prompt_is_refused() -> None:
    held = render(load([request(lib().SystemPromptPart("Be kind."), lib().UserPromptPart("Hi"))]), TARGET)
    repaired = repair(held, TARGET)
    changed = Repaired({**held, "system": "Be brief."}, [], [], [], {}, [], repaired.origins)
    with pytest.raises(SendableError, match="system prompt"):
        write_back([request(lib().SystemPromptPart("Be kind."), lib().UserPromptPart("Hi"))], held, changed)


def test_paired_native_calls_stay() -> None:
    found = [{"type": "web_search_result", "title": "x", "url": "https://e.com", "encrypted_content": "eA=="}]
    data = stored([user("Hi "), response(native(), native_return(found), call()), user("More")])
    back, _ = written(data, with_tools()["fields"])
    assert kinds(back)[1] == ["builtin-tool-call", "builtin-tool-return", "tool-call"]


def test_agent_goes_on_from_a_repaired_history() -> None:
    """A whole run: stored, broken by a trimmer, repaired, and continued by the library itself."""
    ai = pytest.importorskip("pydantic_ai")
    function = pytest.importorskip("pydantic_ai.models.function")
    test_model = pytest.importorskip("pydantic_ai.models.test")

    def weather(city: str) -> str:
        return f"Sunny in {city}"

    def time(city: str) -> str:
        return f"Noon in {city}"

    asked = test_model.TestModel(call_tools=["weather", "time"])
    agent = ai.Agent(asked, system_prompt="Be kind.", tools=[weather, time])
    first = asyncio.run(agent.run("Weather and time in Rome?"))
    history = json.loads(first.all_messages_json())
    answers = next(one for one in history if any(part["part_kind"] == "tool-return" for part in one["parts"]))
    del answers["parts"][1]
    search = json.loads(stored([response(native())]))[0]["parts"][0]
    history[-1]["parts"].insert(0, search)
    broken = json.dumps(history).encode()

    back, repaired = written(broken)
    assert {change.by for change in repaired.changes} >= {"answer_missing_results"}
    assert repaired.remaining == []
    assert check(repaired.request, TARGET) == []

    seen: list[Any] = []

    def answer(messages: list[Any], _info: Any) -> Any:
        seen.extend(messages)
        return said("Goodbye")

    going_on = ai.Agent(function.FunctionModel(answer), system_prompt="Be kind.")
    second = asyncio.run(going_on.run("And tomorrow?", message_history=messages_in(back)))
    assert second.output == "Goodbye"
    returned = [part for message in seen for part in message.parts if part.part_kind == "tool-return"]
    assert [(part.tool_name, part.outcome) for part in returned] == [("weather", "success"), ("time", "failed")]
    assert not any(part.part_kind == "builtin-tool-call" for message in seen for part in message.parts)
    assert check(render(load(second.all_messages()), TARGET), TARGET) == []
