"""What the API refuses all the same: one request more where a repair is known, and what is remembered of it."""

import json
from typing import Any

import pytest

from sendable.relay import Passage, Refused, Relay, Settings, Where
from sendable.wire.build import assistant, request, tool, user
from tests.relay.talk import BOUND, CLEAN, MODEL, ORPHAN, accept, go, in_thought, packed, refused

Json = dict[str, Any]

CONTROLS = "thinking-binding-controls-2026-08-01"
KIND = "invalid_request_error"


def again(passage: Passage, message: str = BOUND, status: int = 400) -> Passage:
    retry = passage.retry(status, refused(KIND, message))
    assert retry is not None
    return retry


def test_thinking_that_is_bound_elsewhere_is_left_to_the_server() -> None:
    told: list[Refused] = []
    relay = Relay(on_refused=told.append)
    retry = again(go(relay, in_thought("b", "d"), anthropic_beta="x-1"))
    assert json.loads(retry.body)["thinking"]["block_binding"] == {"prefix_mismatch_behavior": "drop_block"}
    assert retry.headers["anthropic-beta"] == f"x-1,{CONTROLS}"
    assert (retry.report.verdict, retry.report.retried) == ("repaired", "thinking-bound")
    assert [(one.rule, one.status, one.retried) for one in told] == [("thinking-bound", 400, True)]
    assert told[0].message == BOUND


def test_the_choice_is_repeated_without_another_refusal() -> None:
    relay = Relay()
    accept(again(go(relay, in_thought("b", "d"))))
    following = go(relay, in_thought("b", "d", "f"))
    assert json.loads(following.body)["thinking"]["block_binding"] == {"prefix_mismatch_behavior": "drop_block"}
    assert following.headers["anthropic-beta"] == CONTROLS


def test_a_field_that_was_refused_once_is_not_asked_for_again() -> None:
    """As endpoints behind other gateways refuse what clients of the API send with each tool."""
    relay = Relay()
    tools = [{**tool(name), "eager_input_streaming": True} for name in ("search", "read")]
    asked = request(user("Hi"), model=MODEL, tools=tools)
    retry = again(go(relay, asked), "tools.0.custom.eager_input_streaming: Extra inputs are not permitted")
    plain = [tool("search"), tool("read")]
    assert json.loads(retry.body)["tools"] == plain
    accept(retry)
    following = go(relay, {**asked, "messages": [*asked["messages"], assistant("Yes."), user("And?")]})
    assert json.loads(following.body)["tools"] == plain
    assert (following.report.verdict, following.report.retried) == ("repaired", "")
    elsewhere = go(relay, {**asked, "messages": [user("Another one.")]})
    assert elsewhere.report.verdict == "accepted"


def test_there_is_one_retry() -> None:
    retry = again(go(Relay(), in_thought("b", "d")))
    assert retry.retry(400, refused(KIND, BOUND)) is None


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (400, refused(KIND, "Something new.")),
        (400, b"<html>"),
        (429, refused("rate_limit_error", BOUND)),
        (500, refused("api_error", BOUND)),
    ],
)
def test_nothing_is_sent_again_where_no_repair_is_known(status: int, body: bytes) -> None:
    assert go(Relay(), in_thought("b")).retry(status, body) is None


def test_nothing_is_sent_again_where_nothing_may_be_changed() -> None:
    for mode in ("check", "observe"):
        assert go(Relay(Settings(mode=mode)), in_thought("b")).retry(400, refused(KIND, BOUND)) is None


def test_on_bedrock_betas_stand_in_the_body() -> None:
    where = Where("bedrock", "invoke", "anthropic.claude-opus-5-5")
    body = {"anthropic_version": "bedrock-2023-05-31", **in_thought("b", "d"), "anthropic_beta": ["x-1"]}
    del body["model"]
    relay = Relay()
    retry = go(relay, body, where).retry(400, packed({"message": BOUND}))
    assert retry is not None
    assert json.loads(retry.body)["anthropic_beta"] == ["x-1", CONTROLS]
    assert retry.headers == {}
    accept(retry)
    following = go(relay, {**body, "messages": in_thought("b", "d", "f")["messages"]}, where)
    assert json.loads(following.body)["anthropic_beta"] == ["x-1", CONTROLS]
    assert json.loads(following.body)["thinking"]["block_binding"]


def test_a_state_is_kept_once_the_request_was_accepted() -> None:
    relay = Relay()
    passage = go(relay, CLEAN)
    assert relay.ledger.state_of(CLEAN) is None
    passage.answer(500, {}).settle()
    assert relay.ledger.state_of(CLEAN) is None
    accept(passage)
    assert relay.ledger.state_of(CLEAN) is not None


def test_a_key_finds_the_state_too() -> None:
    relay = Relay()
    accept(again(go(relay, in_thought("b", "d"), sendable_conversation="mine")))
    assert relay.ledger.state("mine") is not None
    assert relay.ledger.state_of(in_thought("b", "d")) is None
    sent = json.loads(go(relay, in_thought("b", "d", "f"), sendable_conversation="mine").body)
    assert sent["thinking"]["block_binding"]
    other = json.loads(go(relay, in_thought("b", "d", "f"), sendable_conversation="other").body)
    assert "block_binding" not in other["thinking"]
    assert other["model"] == MODEL


def test_the_refusal_of_the_retry_is_told_too() -> None:
    told: list[Refused] = []
    retry = again(go(Relay(on_refused=told.append), in_thought("b", "d")))
    assert retry.retry(400, refused(KIND, "Something new.")) is None
    assert [(one.rule, one.retried) for one in told] == [("thinking-bound", True), ("refused", False)]
    assert told[1].request == json.loads(retry.body)
    assert told[1].target.betas == {CONTROLS}


def test_what_was_foreseen_and_sent_all_the_same_is_nothing_new() -> None:
    told: list[Refused] = []
    seen = go(Relay(Settings(mode="observe"), on_refused=told.append), ORPHAN)
    assert seen.retry(400, refused(KIND, seen.report.findings[0].message)) is None
    assert told == []
    assert seen.retry(400, refused(KIND, BOUND)) is None
    assert [one.rule for one in told] == ["thinking-bound"]


def test_listeners_may_fail_and_may_ask_the_relay() -> None:
    def fails(_: object) -> None:
        go(relay, CLEAN)
        raise RuntimeError("sk-very-secret")

    relay = Relay(on_refused=fails)
    assert json.loads(again(go(relay, in_thought("b", "d"))).body)["thinking"]["block_binding"]
    assert go(Relay(on_report=lambda _: 1 / 0), CLEAN).report.verdict == "accepted"  # type: ignore[func-returns-value]
