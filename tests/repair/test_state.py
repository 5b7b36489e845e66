import json
from typing import Any

import pytest

from sendable import Ledger, Repaired, Target, UsageError, repair
from sendable.wire.build import assistant, request, text, thinking, tool, tool_result, tool_use, user

MODEL = "claude-opus-5-5"
OPEN = request(user("Look it up."), assistant(thinking(signature="AAAA"), tool_use()), model=MODEL, tools=[tool()])
SAID = assistant(thinking(signature="BBBB"), text("There was none."))
LOST = request(
    user("Look it up."),
    assistant(thinking(signature="AAAA"), tool_use()),
    user("Well?"),
    assistant(thinking(signature="BBBB"), text("I looked.")),
    user("And now?"),
    model=MODEL,
    tools=[tool()],
)
STRICT = Target(betas=[])


def grown(body: dict[str, Any], *messages: Any, **fields: Any) -> dict[str, Any]:
    return {**body, "messages": [*body["messages"], *messages], **fields}


def signatures(repaired: Repaired) -> list[str]:
    blocks = [
        block for message in repaired.request["messages"] for block in message["content"] if isinstance(block, dict)
    ]
    return [block["signature"] for block in blocks if block["type"] == "thinking"]


def test_state_is_small_json_without_anything_of_the_conversation() -> None:
    state = json.dumps(repair(LOST).state)
    assert len(state) < 800
    for word in ("Look", "Well", "AAAA", "toolu", "search"):
        assert word not in state


def test_state_names_no_model_and_no_beta_of_an_account() -> None:
    arn = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/acme-secret"
    for model in (arn, f"{arn}-claude-opus-5-5"):
        betas = ["acme-secret-2026", "token-counting-2024-11-01"]
        state = repair({**OPEN, "model": model}, Target(betas=betas)).state
        [cut] = state["cuts"]
        assert cut["target"]["betas"] == betas[1:]
        assert "acme" not in json.dumps(state)
        assert "123456789012" not in json.dumps(state)


def test_a_clean_conversation_keeps_two_digests() -> None:
    state = repair(request(user("Hi"))).state
    assert set(state) == {"version", "given", "sent"}
    assert state["given"]["point"] == state["sent"]["point"]


def test_state_that_is_none_or_newer_is_refused() -> None:
    refused: list[Any] = [{"version": 99}, {"version": 1, "cuts": 5}, {}, [], "state"]
    for state in refused:
        with pytest.raises(UsageError):
            repair(OPEN, state=state)


def test_what_was_put_in_is_put_in_again() -> None:
    first = repair(OPEN)
    second = repair(grown(OPEN, SAID, user("Well?")), state=first.state)
    assert second.request["messages"][:3] == first.request["messages"]
    assert [change.by for change in second.changes] == ["answer_missing_results"]
    third = repair(grown(OPEN, SAID, user("Well?"), assistant("So."), user("Go on.")), state=second.state)
    assert third.request["messages"][:5] == second.request["messages"]


def test_it_is_put_in_again_for_another_model_and_other_options() -> None:
    first = repair(OPEN)
    later = grown(OPEN, SAID, user("Well?"), model="claude-opus-4-8")
    second = repair(later, state=first.state, invent=False)
    assert second.request["messages"][:3] == first.request["messages"]


def test_an_edited_history_is_repaired_anew() -> None:
    first = repair(OPEN)
    edited = {**OPEN, "messages": [user("Look this up."), *OPEN["messages"][1:], SAID, user("Well?")]}
    assert repair(edited, state=first.state).request == repair(edited).request


def test_a_late_result_is_told_in_the_newest_user_turn_from_then_on() -> None:
    first = repair(OPEN)
    late = grown(OPEN, user(tool_result()), SAID, user("Well?"))
    second = repair(late, state=first.state)
    assert second.request["messages"][:4] == [*first.request["messages"], SAID]
    assert second.request["messages"][4]["content"][-1]["text"] == "[Result of a tool call: 42]"
    third = repair(grown(late, assistant("Good."), user("Thanks.")), state=second.state)
    assert third.request["messages"][:5] == second.request["messages"]
    assert third.cost["cache_from"] is None


def test_thinking_that_was_removed_stays_out_and_what_is_made_since_then_stays() -> None:
    first = repair(LOST, STRICT)
    assert signatures(first) == ["AAAA"]
    longer = grown(LOST, assistant(thinking(signature="CCCC"), text("Done.")), user("Thanks."))
    second = repair(longer, STRICT, state=first.state)
    assert signatures(second) == ["AAAA", "CCCC"]
    assert second.cost["thinking"] == {"kept": 2, "lost": 1}
    assert repair(longer, STRICT, state=second.state).request == second.request


def test_the_server_is_asked_again_to_drop_what_fails() -> None:
    first = repair(LOST)
    longer = grown(LOST, assistant(thinking(signature="CCCC"), text("Done.")), user("Thanks."))
    second = repair(longer, state=first.state)
    assert second.request["thinking"] == first.request["thinking"]
    assert second.betas == first.betas
    assert second.cost["thinking"] == {"kept": 2, "lost": 1}
    assert second.cost["cache_from"] is None


def test_stale_thinking_goes_once_the_server_cannot_be_asked_any_more() -> None:
    first = repair(LOST)
    later = repair(LOST, STRICT, state=first.state)
    assert signatures(later) == ["AAAA"]
    back = repair(LOST, state=later.state)
    assert signatures(back) == ["AAAA"]


def test_the_ledger_keeps_the_state_under_a_key(tmp_path: Any) -> None:
    first = repair(OPEN)
    Ledger(tmp_path / "ledger.sqlite").keep_state("conversation 7", first.state)
    ledger = Ledger(tmp_path / "ledger.sqlite")
    assert ledger.state("conversation 8") is None
    assert ledger.state("conversation 7") == first.state
    assert b"conversation 7" not in (tmp_path / "ledger.sqlite").read_bytes()


def test_a_ledger_changes_nothing_of_what_is_repeated() -> None:
    ledger = Ledger()
    first = repair(OPEN, ledger=ledger)
    ledger.record(first.request, SAID)
    longer = grown(OPEN, SAID, user("Well?"))
    plain = repair(longer, state=first.state)
    for _ in range(2):
        again = repair(longer, state=first.state, ledger=ledger)
        assert (again.request, again.state) == (plain.request, plain.state)


def test_thinking_that_the_ledger_knows_to_be_fine_stays_without_a_state() -> None:
    ledger = Ledger()
    first = repair(OPEN, STRICT, ledger=ledger)
    ledger.record(first.request, SAID)
    later = repair(grown(OPEN, user("Well?"), SAID, user("Go on.")), STRICT, ledger=ledger)
    assert signatures(later) == ["AAAA"]
    body = {**OPEN, "messages": [*first.request["messages"], SAID, user("Go on.")]}
    assert signatures(repair(body, STRICT, ledger=ledger)) == ["AAAA", "BBBB"]


def test_thinking_that_the_ledger_foresees_to_fail_is_settled() -> None:
    ledger = Ledger()
    ledger.record(OPEN, SAID)
    edited = request(user("Hi"), SAID, user("Go on."), model=MODEL, tools=[tool()])
    assert signatures(repair(edited, STRICT, ledger=ledger)) == []
    asked = repair(edited, ledger=ledger)
    assert asked.request["thinking"]["block_binding"] == {"prefix_mismatch_behavior": "drop_block"}
    assert signatures(repair(edited, STRICT)) == ["BBBB"]


def test_a_message_that_is_changed_in_place_is_another() -> None:
    ledger = Ledger()
    body = json.loads(json.dumps(LOST))
    ledger.record(body, assistant(thinking(signature="CCCC"), text("Done.")))
    body["messages"][0]["content"] = "Look this up."
    longer = grown(body, assistant(thinking(signature="CCCC"), text("Done.")), user("Thanks."))
    assert [finding.path for finding in ledger.foresee(longer)] == ["messages.5.content.0"]
