from typing import Any

import pytest

from sendable.emulator.limits import Ended, ended
from sendable.emulator.tokens import of_text
from sendable.wire.build import text, tool, tool_use
from tests.emulator.calling import body_of, emulator, post
from tests.emulator.dialogue import Dialogue

CALL = tool_use()
ONE, TWO = text("One, two, three."), text("Four.")


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ({}, Ended([ONE, CALL, TWO])),
        ({"max_tokens": 6}, Ended([ONE, CALL, TWO])),
        ({"max_tokens": 5}, Ended([ONE, CALL, text("Four")], "max_tokens")),
        ({"max_tokens": 4}, Ended([ONE, CALL], "max_tokens")),
        ({"max_tokens": 2}, Ended([text("One, two")], "max_tokens")),
        ({"max_tokens": 0}, Ended([], "max_tokens")),
        ({"max_tokens": "many"}, Ended([ONE, CALL, TWO])),
        ({"stop_sequences": ["three"]}, Ended([text("One, two, ")], "stop_sequence", "three")),
        ({"stop_sequences": ["three", "two"]}, Ended([text("One, ")], "stop_sequence", "two")),
        ({"stop_sequences": ["Four"]}, Ended([ONE, CALL], "stop_sequence", "Four")),
        ({"stop_sequences": ["One"]}, Ended([], "stop_sequence", "One")),
        ({"stop_sequences": ["Five", "", 5]}, Ended([ONE, CALL, TWO])),
        ({"stop_sequences": ["three"], "max_tokens": 1}, Ended([text("One,")], "max_tokens")),
    ],
)
def test_an_answer_goes_as_far_as_the_request_lets_it(request_: Any, told: Ended) -> None:
    assert ended([ONE, CALL, TWO], request_) == told


@pytest.mark.parametrize("most", range(1, 12))
def test_characters_stay_whole(most: int) -> None:
    [block] = ended([text("äöü€🙂" * 3)], {"max_tokens": most}).blocks
    assert block["text"] + ("äöü€🙂" * 3)[len(block["text"]) :] == "äöü€🙂" * 3
    assert of_text(block["text"]) <= most


def test_the_official_fields_of_an_answer_tell_it() -> None:
    body = {"model": "claude-opus-4-8", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    answer = body_of(post(emulator(), {**body, "max_tokens": 1}))
    assert (answer["content"], answer["stop_reason"]) == ([{"type": "text", "text": "All "}], "max_tokens")
    assert answer["usage"]["output_tokens"] == 1
    answer = body_of(post(emulator("Yes. END No."), {**body, "stop_sequences": ["END"]}))
    assert (answer["content"][0]["text"], answer["stop_reason"]) == ("Yes. ", "stop_sequence")
    assert answer["stop_sequence"] == "END"


def test_a_script_that_names_its_reason_is_given_whole() -> None:
    script = {"text": "One, two, three.", "stop_reason": "end_turn"}
    body = {"model": "claude-opus-4-8", "max_tokens": 1, "messages": [{"role": "user", "content": "Hi"}]}
    answer = body_of(post(emulator(script), body))
    assert (answer["content"][0]["text"], answer["stop_reason"]) == ("One, two, three.", "end_turn")


def test_thinking_in_front_of_what_was_cut_can_be_sent_back() -> None:
    talk = Dialogue(emulator([{"thinking": "Hm."}, "Hello. " * 9]), max_tokens=3, tools=[tool()])
    assert talk.say("Hi")["stop_reason"] == "max_tokens"
    assert talk.say("Go on.")["stop_reason"] == "max_tokens"
