"""Thinking in conversations that were compacted, by the server in the middle or on demand at the front."""

import copy
from typing import Any

import pytest

from sendable.emulator.compacted import scope_of
from sendable.wire.build import request, text, tool_result, user
from sendable.wire.index import Index
from tests.emulator.calling import emulator, post, said
from tests.emulator.dialogue import Dialogue, two_answers

BETAS = "compact-2026-01-12"
SUMMARY = {"type": "compaction", "content": "They met."}
NEXT = user("And then?")


@pytest.fixture(params=["front", "middle"])
def talk(request: Any) -> Dialogue:
    """Two answers, compacted, and two more."""
    talk = two_answers(emulator(), system="Be kind.")
    talk.betas = BETAS
    if request.param == "front":
        talk.messages = [{"role": "assistant", "content": [SUMMARY]}]
    else:
        talk.messages[3]["content"].append(SUMMARY)
    talk.say("Again.")
    talk.answer_calls()
    return talk


def is_summed_up(message: Any) -> bool:
    return isinstance(message["content"], list) and SUMMARY in message["content"]


def test_what_was_made_since_is_accepted_and_held_to_what_precedes_it(talk: Dialogue) -> None:
    body = copy.deepcopy(talk.body(NEXT))
    assert post(talk.to, body, betas=BETAS).status == 200
    at = len(talk.messages) - 2
    body["messages"][at]["content"] = [tool_result(talk.messages[at]["content"][0]["tool_use_id"], "43")]
    told = said(post(talk.to, body, betas=BETAS))
    assert told.startswith(f"messages.{at + 1}.content.0: Invalid `signature`")
    assert told.endswith(f"The content of `messages.{at}` differs from what preceded this block when it was created.")


def test_what_the_summary_replaced_may_go(talk: Dialogue) -> None:
    place = next(at for at, message in enumerate(talk.messages) if is_summed_up(message))
    body = copy.deepcopy(talk.body(NEXT))
    body["messages"][: place + 1] = [{"role": "assistant", "content": [SUMMARY]}]
    assert post(talk.to, body, betas=BETAS).status == 200


def test_a_changed_summary_changes_the_scope_and_nothing_is_sure(talk: Dialogue) -> None:
    body = copy.deepcopy(talk.body(NEXT))
    for message in body["messages"]:
        if is_summed_up(message):
            message["content"][message["content"].index(SUMMARY)] = {**SUMMARY, "content": "Others met."}
    assert post(talk.to, body, betas=BETAS).status == 200


def test_thinking_kept_behind_a_new_summary_is_not_judged() -> None:
    talk = two_answers(emulator(), system="Be kind.")
    body = {**talk.body(), "messages": [{"role": "assistant", "content": [SUMMARY]}, *talk.messages[3:], NEXT]}
    assert post(talk.to, body, betas=BETAS).status == 200
    body["messages"][1]["content"][0]["signature"] = body["messages"][1]["content"][0]["signature"][:-8]
    assert "Invalid `signature`" in said(post(talk.to, body, betas=BETAS))


def test_the_system_prompt_counts_behind_a_summary_at_the_front_alone(talk: Dialogue) -> None:
    at_front = is_summed_up(talk.messages[0])
    assert (post(talk.to, talk.body(NEXT, system="Be brief."), betas=BETAS).status == 200) is not at_front


def test_the_part_that_counts_begins_with_the_newest_summary() -> None:
    whole = Index(request(user("Hi"), {"role": "assistant", "content": [SUMMARY, text("A"), SUMMARY, text("B")]}, NEXT))
    scope = scope_of(whole)
    assert (scope.message, scope.position) == (1, 2)
    assert [len(message.blocks) for message in scope.index.messages] == [2, 1]
    assert not scope.holds(whole.messages[1].blocks[1])
    assert scope.holds(whole.messages[1].blocks[3])
    assert scope_of(Index(request(NEXT))).digest == b""
