"""Random broken histories: what is written back loads, needs no second repair, and gives the request of the first."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sendable import SendableError, Target, repair
from sendable.render import render
from sendable.sources.load import load
from sendable.sources.pydantic_ai_back import write_back
from tests.shapes.pydantic_ai import FOUND, SEARCH, SHAPES, WEATHER, binary, lib, stored
from tests.sources.test_pydantic_ai import FAULTS, damaged
from tests.sources.test_pydantic_ai_back import WIRE_ONLY, turns_in

Json = dict[str, Any]
TARGET = Target(model="claude-sonnet-4-5")
HEARS = Target(model="claude-opus-4-8")
FIELDS = {"tools": [SEARCH, WEATHER]}
IDS = ("toolu_a", "toolu_b", "odd|id")
NATIVE_IDS = ("srvtoolu_1", "srvtoolu_2")
PROMPTS = ("Be kind.", "Be brief. ")
TEXTS = ("Hi", "More ", "", " ")


def request_parts() -> st.SearchStrategy[Any]:
    messages = lib()
    picture, wrong = binary("png-red-64x64", "image/png"), binary("png-red-64x64", "image/jpeg")
    items = st.sampled_from(
        [*TEXTS, picture, wrong, messages.CachePoint(), messages.BinaryContent(b"x", media_type="image/png")]
    )
    contents = st.one_of(
        st.sampled_from(["Sunny", "", {"n": 1}, []]),
        st.lists(st.sampled_from(["a", {"n": 1}, picture]), min_size=1, max_size=3),
    )
    outcomes = st.sampled_from(["success", "failed", "retried", "denied"])
    returns = st.builds(
        lambda content, call_id, outcome: messages.ToolReturnPart("weather", content, call_id, outcome=outcome),
        contents,
        st.sampled_from(IDS),
        outcomes,
    )
    return st.one_of(
        st.builds(messages.UserPromptPart, st.sampled_from(TEXTS[:2])),
        st.builds(messages.UserPromptPart, st.lists(items, min_size=1, max_size=4)),
        st.builds(messages.SystemPromptPart, st.sampled_from(PROMPTS)),
        returns,
        returns,
    )


def response_parts() -> st.SearchStrategy[Any]:
    messages = lib()
    ids = st.sampled_from(NATIVE_IDS)
    own = {"provider_name": "anthropic"}
    return st.one_of(
        st.builds(messages.TextPart, st.sampled_from(TEXTS)),
        st.builds(
            lambda call_id, args: messages.ToolCallPart("weather", args, call_id),
            st.sampled_from(IDS),
            st.sampled_from([{}, '{"a']),
        ),
        st.builds(lambda call_id: messages.NativeToolCallPart("web_search", {"query": "x"}, call_id, **own), ids),
        st.builds(lambda call_id: messages.NativeToolReturnPart("web_search", FOUND, call_id, **own), ids),
        st.just(messages.NativeToolCallPart("web_search", {"query": "x"}, "ws_1", provider_name="openai")),
        st.just(messages.ThinkingPart("Hm.", signature="c2ln", provider_name="openai")),
        st.just(messages.ThinkingPart("Hm.", signature="", provider_name="anthropic")),
    )


def histories() -> st.SearchStrategy[list[Any]]:
    messages = lib()
    asked = st.lists(request_parts(), min_size=1, max_size=4).map(lambda parts: messages.ModelRequest(parts=parts))
    told = st.lists(response_parts(), min_size=1, max_size=4).map(lambda parts: messages.ModelResponse(parts=parts))
    opening = messages.ModelRequest(parts=[messages.UserPromptPart("Hi")])
    return st.lists(st.one_of(asked, told), min_size=1, max_size=6).map(lambda rest: [opening, *rest])


def prepared(data: bytes, target: Target) -> tuple[Json, Any]:
    held = render(load(data), target, fields=FIELDS)
    return held, repair(held, target)


def words_of_others(body: Json) -> list[Any]:
    """The turns without system prompts told as text: those stand wherever no call is open."""
    turns = turns_in(body)
    return [(role, [one for one in blocks if one.get("text") not in PROMPTS]) for role, blocks in turns]


@given(histories())
def test_written_back_history_gives_the_repaired_request(history: list[Any]) -> None:
    data = stored(history)
    try:
        held, repaired = prepared(data, TARGET)
        back = write_back(data, held, repaired)
    except SendableError as error:
        assert "cache point" in str(error) or "system prompt" in str(error)  # noqa: PT017
        return
    lib().ModelMessagesTypeAdapter.validate_json(back)
    again_held, again = prepared(back, TARGET)
    assert {change.by for change in again.changes} <= WIRE_ONLY, json.loads(back)
    assert words_of_others(again.request) == words_of_others(repaired.request)
    assert write_back(back, again_held, again) == back


@given(histories())
def test_untouched_messages_are_the_bytes_that_were_stored(history: list[Any]) -> None:
    data = stored(history)
    try:
        held, repaired = prepared(data, TARGET)
        back = write_back(data, held, repaired)
    except SendableError:
        return
    if repaired.request is held:
        assert back == data
    kept = [one for one in json.loads(data) if one in json.loads(back)]
    assert all(json.dumps(one, separators=(",", ":"), ensure_ascii=False).encode() in data for one in kept)


@given(histories())
def test_system_prompts_stay_where_the_model_hears_them(history: list[Any]) -> None:
    data = stored(history)
    try:
        held, repaired = prepared(data, HEARS)
        back = write_back(data, held, repaired)
        _, again = prepared(back, HEARS)
    except SendableError:
        return
    assert {found.rule for found in again.remaining} <= {found.rule for found in repaired.remaining}
    assert prompts_in(back) == prompts_in(data)


def prompts_in(data: bytes) -> list[str]:
    parts = [part for message in json.loads(data) for part in message["parts"]]
    return [part["content"] for part in parts if part["part_kind"] == "system-prompt"]


@given(st.sampled_from(sorted(SHAPES)), FAULTS)
def test_damage_is_written_back_or_refused(name: str, faults: list[tuple[int, Any]]) -> None:
    held = damaged(json.loads(stored(SHAPES[name]()[0])), faults)
    data = json.dumps(held).encode()
    try:
        sent = render(load(data, "pydantic-ai"), TARGET)
        back = write_back(data, sent, repair(sent, TARGET))
    except SendableError:
        return
    assert isinstance(json.loads(back), list)


@given(histories())
def test_longer_history_starts_with_the_messages_of_the_shorter(history: list[Any]) -> None:
    every = load(history).messages
    for end in range(1, len(history)):
        shorter = load(history[:end]).messages
        assert every[: len(shorter)] == shorter
