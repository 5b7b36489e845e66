from typing import Any

import pytest

from sendable.emulator.script import Script, script_of
from sendable.emulator.turn import Turn
from sendable.errors import UsageError
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index

ASKED = request(user("What is the weather?"))
CALLED = request(user("What is the weather?"), assistant(tool_use()), user(tool_result()))
LATER = request(user("Hi"), assistant("Hello."), user("And the weather?"))


def told(script: Any, body: Any = ASKED) -> str | None:
    plan = script_of(script).plan(Turn(Index(body), "claude-opus-5-5"))
    return None if plan is None else " ".join(block.get("text") or block["type"] for block in plan.blocks)


def test_an_answer_alone_is_that_to_every_request() -> None:
    assert told("Hello.") == told(["Hello."], LATER) == told({"text": "Hello."}, CALLED) == "Hello."


@pytest.mark.parametrize(
    ("match", "fits"),
    [
        ("WEATHER", True),
        ("rain", False),
        ({"text": "weather", "turn": 1}, True),
        ({"turn": 2}, False),
        ({"regex": r"^What .*\?$"}, True),
        ({"regex": "^weather"}, False),
        ({"model": "opus"}, True),
        ({"model": "haiku"}, False),
        ({"step": 0}, True),
        ({"step": 1}, False),
        ({"when": lambda turn: "weather" in turn.text}, True),
        (lambda turn: turn.number > 1, False),
        ({}, True),
        (None, True),
    ],
)
def test_a_rule_answers_what_it_matches(match: Any, fits: bool) -> None:
    assert told([{"match": match, "answer": "Sunny."}]) == ("Sunny." if fits else None)


def test_the_first_rule_that_fits_answers() -> None:
    rules = [{"match": "rain", "answer": "Wet."}, {"match": "weather", "answer": "Sunny."}, {"answer": "What?"}]
    assert told({"rules": rules}) == "Sunny."
    assert told(rules, request(user("Hi"))) == "What?"


def test_answers_follow_one_another_within_an_exchange() -> None:
    script = [{"match": "weather", "answers": [{"call": "search"}, "Sunny."]}]
    assert [told(script, body) for body in (ASKED, CALLED, LATER)] == ["tool_use", "Sunny.", "tool_use"]


def test_a_single_call_is_not_made_again_when_its_results_came() -> None:
    call = {"call": "search"}
    assert told([call], CALLED) is None
    assert told([{"match": {"step": 1}, "answer": call}], CALLED) == "tool_use"
    assert told("Sunny.", CALLED) == "Sunny."


def test_a_rule_may_hold_for_a_number_of_times() -> None:
    script = Script([{"answer": {"error": 529}, "times": 2}, {"answer": "Hello."}])
    turn = Turn(Index(ASKED), "m")
    plans = [script.plan(turn) for _ in range(3)]
    assert [plan is not None and plan.fault is not None for plan in plans] == [True, True, False]


def test_a_function_may_answer_or_leave_it_to_others() -> None:
    assert told(lambda turn: f"{turn.number} {turn.step} {turn.model}") == "1 0 claude-opus-5-5"
    assert told([lambda _: None, lambda _: ["Hello."]]) == "Hello."


@pytest.mark.parametrize(
    "script",
    [
        [{"answer": "a", "answers": ["b"]}],
        [{"answer": "a", "matches": "b"}],
        [{"answer": "a", "match": 7}],
        [{"answer": "a", "match": {"turns": 7}}],
        [{"answer": "a", "match": {"regex": "("}}],
        [{"answers": "a"}],
        [{"answer": {"nothing": "known"}}],
        [{"answer": {"text": "a", "call": "b"}}],
        [{"answer": {"content": "a", "text": "b"}}],
        {"rules": [7]},
        7,
        {"call": 7},
        {"native": {"input": {}}},
        {"programmatic": {"code": "x"}},
        {"fallback": {"from": "a"}},
        {"error": [1]},
        {"delay": "long"},
    ],
    ids=range(17),
)
def test_what_is_no_script_is_told(script: Any) -> None:
    with pytest.raises(UsageError):
        script_of(script)
