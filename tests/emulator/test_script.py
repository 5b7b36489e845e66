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


WRONG: list[tuple[Any, str]] = [
    ({"rules": 5}, "rules: is a list, not a number"),
    ({"rules": [], "rule": []}, "rule: unknown field; there may be rules"),
    ({"rules": [7]}, "rules.0: a rule is an object with match, answer, answers, times, or a function; not a number"),
    ([{"answer": "a"}, "b"], "rules.1: a rule is an object"),
    ([{"answer": "a", "answers": ["b"]}], "rules.0.answers: does not go with `answer`"),
    ([{"match": "a"}], "rules.0: needs an answer"),
    ([{"answers": []}], "rules.0.answers: needs an answer"),
    ([{"answers": "a"}], "rules.0.answers: is a list, not a text"),
    ([{"answer": "a", "matches": "b"}], "rules.0.matches: unknown field; there may be match, answer, answers, times"),
    ([{"answer": "a", "times": -1}], "rules.0.times: is a whole number, 0 or more"),
    ([{"answer": "a", "times": True}], "rules.0.times: is a whole number, 0 or more"),
    ([{"answer": "a", "match": 7}], "rules.0.match: is a text, a function, or an object with text, regex, turn"),
    ([{"answer": "a", "match": False}], "rules.0.match: is a text"),
    ([{"answer": "a", "match": {"turns": 7}}], "rules.0.match.turns: unknown field"),
    ([{"answer": "a", "match": {"turn": "a"}}], "rules.0.match.turn: is a whole number, 1 or more"),
    ([{"answer": "a", "match": {"turn": 0}}], "rules.0.match.turn: is a whole number, 1 or more"),
    ([{"answer": "a", "match": {"step": -1}}], "rules.0.match.step: is a whole number, 0 or more"),
    ([{"answer": "a", "match": {"text": 7}}], "rules.0.match.text: is a text, not a number"),
    ([{"answer": "a", "match": {"when": "a"}}], "rules.0.match.when: is a function, not a text"),
    ([{"answer": "a", "match": {"regex": "("}}], "rules.0.match.regex: missing )"),
    ([{"answers": ["a", {"text": "b", "foo": 1}]}], "rules.0.answers.1.foo: unknown field; beside `text` there may be"),
    (
        [{"answer": [{"call": {"name": "w", "inputs": {}}}]}],
        "rules.0.answer.0.call.inputs: unknown field; there may be",
    ),
    (7, "a part of an answer is a text or an object, not a number"),
    ([None], "0: a part of an answer is a text or an object, not nothing"),
    ({}, "says nothing; an answer has a part, `content`, or one of content, stop_reason"),
    ({"content": [{}]}, "content.0: a part has a `type`, or one of text"),
    ({"type": 5}, "type: is a text, not a number"),
    ({"nothing": "known"}, "nothing: unknown field; a part has a `type`, or one of text, thinking"),
    ({"text": 5}, "text: is a text, not a number"),
    ({"text": "a", "citations": [5]}, "citations.0: is an object, not a number"),
    ({"text": "a", "call": "b"}, "call: does not go with `text`"),
    ({"content": "a", "text": "b"}, "text: does not go with `content`"),
    ({"redacted_thinking": False}, "redacted_thinking: is true or a text, not a truth value"),
    ({"call": 7}, "call: is a text or an object, not a number"),
    ({"call": {"input": {}}}, "call: needs `name`"),
    ({"call": {"name": "a", "input": "b"}}, "call.input: is an object, not a text"),
    ({"call": {"name": "a", "input": {}}, "input": {}}, "input: stands in `call` too"),
    ({"call": {"name": "a", "input": {"b": object()}}}, "holds what JSON has no form for"),
    ({"native": {"input": {}}}, "native: needs `name`"),
    ({"native": {"name": "web_serach"}}, "native.name: is one of advisor, web_search"),
    ({"native": "web_serach"}, "native: is one of advisor, web_search"),
    ({"native": 5}, "native: is a text or an object, not a number"),
    ({"stop_reason": []}, "stop_reason: is one of end_turn, max_tokens"),
    ({"native": {"name": "web_search", "pending": 1}}, "native.pending: is true or false, not a number"),
    ({"mcp": {"name": "a", "sever": "b"}}, "mcp.sever: unknown field"),
    ({"programmatic": {"code": "x"}}, "programmatic: needs `calls`"),
    ({"programmatic": {"calls": []}}, "programmatic.calls: is a list of one call or more"),
    ({"programmatic": {"calls": ["a", {"names": "b"}]}}, "programmatic.calls.1.names: unknown field"),
    ({"programmatic": "x"}, "programmatic: is an object, not a text"),
    ({"fallback": {"from": "a"}}, "fallback: needs `to`"),
    ({"compaction": 5}, "compaction: is a text, not a number"),
    ({"stop_reason": "bogus"}, "stop_reason: is one of end_turn, max_tokens"),
    ({"refusal": 7}, "refusal: is a category, true, or an object"),
    ({"refusal": {"kind": "a"}}, "refusal.kind: unknown field"),
    ({"refusal": True, "stop_reason": "end_turn"}, "stop_reason: does not go with `refusal`"),
    ({"text": "a", "usage": {"outputtokens": 5}}, "usage.outputtokens: unknown field"),
    ({"text": "a", "container": "b"}, "container: is true or false, not a text"),
    ({"error": [1]}, "error: is a status, a type, or an object"),
    ({"error": True}, "error: is a status, a type, or an object"),
    ({"error": 999}, "error: is a whole number, 400 to 599"),
    ({"error": {"status": 200}}, "error.status: is a whole number, 400 to 599"),
    ({"error": "nope"}, "error: is no type of the API's errors, which are invalid_request_error"),
    ({"error": {"type": "nope"}}, "error.type: is no type of the API's errors"),
    ({"error": {"status": 500, "after": -1}}, "error.after: is a whole number, 0 or more"),
    ({"error": {"status": 500, "retry": 1}}, "error.retry: unknown field"),
    ({"error": 500, "cut": 1}, "cut: does not go with `error`"),
    ({"cut": "x"}, "cut: is a whole number, 0 or more"),
    ({"timeout": -5}, "timeout: is a number of seconds, 0 or more"),
    ({"delay": "long"}, "delay: is a number of seconds, 0 or more"),
    ({"delay": True}, "delay: is a number of seconds, 0 or more"),
    ({"pace": float("nan")}, "pace: is a number of seconds, 0 or more"),
]


@pytest.mark.parametrize(("script", "said"), WRONG, ids=range(len(WRONG)))
def test_what_is_no_script_is_told_with_its_place(script: Any, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        script_of(script)
    assert str(caught.value).startswith(said)


def test_a_single_rule_is_a_script() -> None:
    assert told({"match": "weather", "answer": "Sunny."}) == "Sunny."
    assert told(({"match": "rain", "answer": "Wet."}, {"answer": "Dry."})) == "Dry."


def test_a_stop_sequence_is_the_reason_for_the_stop() -> None:
    plan = script_of({"text": "a", "stop_sequence": "END"}).plan(Turn(Index(ASKED), "m"))
    assert plan is not None
    assert (plan.stop_reason, plan.stop_sequence) == ("stop_sequence", "END")
