import copy
from typing import Any

import pytest

from sendable.wire.build import system, text, thinking, tool, user
from tests.emulator.calling import body_of, emulator, post, said
from tests.emulator.dialogue import BINDING, Dialogue, two_answers

NEXT = user("And then?")
BOUND = "Invalid `signature` in `thinking` block. The block is bound to a different conversation."
DROP = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}


@pytest.fixture
def talk() -> Dialogue:
    return two_answers(emulator(), system="Be kind.")


def refused(talk: Dialogue, body: Any, betas: str = "") -> str:
    answer = post(talk.to, body, betas=betas)
    assert answer.status == 400, answer.body
    return said(answer)


def edited(talk: Dialogue, **changed: Any) -> Any:
    body = copy.deepcopy(talk.body(NEXT))
    return {**body, **changed}


def without(talk: Dialogue, *places: tuple[int, int]) -> Any:
    body = copy.deepcopy(talk.body(NEXT))
    for message, block in places:
        del body["messages"][message]["content"][block]
    return body


def test_a_replay_is_accepted_again_and_again(talk: Dialogue) -> None:
    for _ in range(3):
        talk.say("And then?")
        talk.answer_calls()


@pytest.mark.parametrize("change", [lambda s: s[:-4] + "AAAA", lambda s: s[:-8], lambda s: s[:20] + "x" + s[21:]])
def test_a_tampered_signature_is_invalid(talk: Dialogue, change: Any) -> None:
    body = edited(talk)
    block = body["messages"][3]["content"][0]
    block["signature"] = change(block["signature"])
    assert refused(talk, body) == "messages.3.content.0: Invalid `signature` in `thinking` block"
    rejection = talk.to.rejections[-1]
    assert (rejection.rule, rejection.path) == ("thinking-signature-invalid", "messages.3.content.0")


def test_a_changed_system_prompt_is_named_and_the_beta_asked_for(talk: Dialogue) -> None:
    told = refused(talk, edited(talk, system="Be brief."))
    assert told.startswith(f"messages.1.content.0: {BOUND}")
    assert f"requires the `{BINDING}` value" in told
    assert told.endswith("The `system` prompt differs from the one this block was created with.")
    assert BINDING not in refused(talk, edited(talk, system="Be brief."), betas=BINDING)


def test_changed_tools_are_named(talk: Dialogue) -> None:
    assert "`tools` list differs" in refused(talk, edited(talk, tools=[tool(), tool("plot")]))


def test_an_edited_message_fails_what_stands_behind_it(talk: Dialogue) -> None:
    body = edited(talk)
    body["messages"][2]["content"][0]["content"] = "43"
    told = refused(talk, body)
    assert told.startswith(f"messages.3.content.0: {BOUND}")
    assert "The content of `messages.2` differs" in told
    [*_, rejection] = talk.to.rejections
    assert (rejection.rule, rejection.path) == ("thinking-bound", "messages.3.content.0")


def test_a_gap_in_the_chain_is_found_and_its_ends_may_go(talk: Dialogue) -> None:
    talk.say("And then?")
    talk.answer_calls()
    gap = refused(talk, without(talk, (3, 0)))
    assert gap.startswith("messages.5.content.0: ")
    assert gap.endswith("A thinking block that preceded this block when it was created is missing or out of order.")
    assert post(talk.to, without(talk, (1, 0))).status == 200
    assert post(talk.to, without(talk, (7, 0))).status == 200
    assert post(talk.to, without(talk, (1, 0), (3, 0), (5, 0), (7, 0))).status == 200


def test_failing_blocks_are_dropped_where_the_request_says_so_and_told(talk: Dialogue) -> None:
    body = edited(talk, thinking=DROP)
    body["messages"][0]["content"] = "Look it up, please."
    answer = body_of(post(talk.to, body, betas=BINDING))
    assert answer["input_transformations"] == [
        {"type": "thinking_dropped", "path": f"messages.{at}.content.0", "reason": "prefix_binding_mismatch"}
        for at in (1, 3)
    ]


def test_what_is_made_after_a_drop_holds_from_then_on(talk: Dialogue) -> None:
    talk.fields["thinking"] = DROP
    talk.messages[0] = user("Look it up, please.")
    for _ in range(2):
        told = talk.say("And then?", betas=BINDING)
        assert len(told["input_transformations"]) == 2
        told = talk.answer_calls(betas=BINDING)
        assert len(told["input_transformations"]) == 2


def test_an_older_account_is_told_only() -> None:
    talk = two_answers(emulator(enforces_prefix=False), system="Be kind.")
    answer = body_of(post(talk.to, edited(talk, system="Be brief."), betas=BINDING))
    assert [entry["type"] for entry in answer["input_transformations"]] == ["thinking_mismatch_allowed"] * 2
    asked = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "error"}}
    assert BOUND in refused(talk, edited(talk, system="Be brief.", thinking=asked), betas=BINDING)


def test_a_model_that_cannot_read_a_block_leaves_it_out(talk: Dialogue) -> None:
    body = edited(talk, model="claude-sonnet-5-5", system="Be brief.")
    answer = body_of(post(talk.to, body, betas=BINDING))
    assert {entry["reason"] for entry in answer["input_transformations"]} == {"model_binding_mismatch"}
    shorter = body_of(
        post(talk.to, without(talk, (1, 0), (3, 0)) | {"model": "claude-sonnet-5-5", "system": "Be brief."})
    )
    assert answer["usage"]["input_tokens"] == shorter["usage"]["input_tokens"]
    assert "input_transformations" not in shorter


def test_a_model_without_the_check_reads_edited_histories() -> None:
    talk = two_answers(emulator(), model="claude-opus-4-8", thinking={"type": "adaptive"}, system="Be kind.")
    assert post(talk.to, edited(talk, system="Be brief.")).status == 200


def test_thinking_of_others_passes_unless_that_is_not_wanted() -> None:
    body = Dialogue(emulator()).body(user("Hi"), {"role": "assistant", "content": [thinking(), text("Hello.")]}, NEXT)
    assert post(emulator(), body).status == 200
    told = said(post(emulator(strict_signatures=True), body))
    assert told == "messages.1.content.0: Invalid `signature` in `thinking` block"
    other = two_answers(emulator(strict_signatures=True))
    assert post(other.to, other.body(NEXT)).status == 200


def test_edited_text_in_the_latest_turn_is_refused_and_omitted_text_is_not_read() -> None:
    shown = {"type": "adaptive", "display": "summarized"}
    for setting, status in ((shown, 400), ({"type": "adaptive"}, 200)):
        talk = Dialogue(emulator(), thinking=setting)
        talk.say("Look it up.")
        talk.answer_calls()
        body = edited(talk)
        body["messages"][3]["content"][0]["thinking"] = "Something else."
        answer = post(talk.to, body)
        assert answer.status == status
        if status == 400:
            assert "blocks in the latest assistant message cannot be modified" in said(answer)


def test_a_run_keeps_its_order_in_the_latest_turn() -> None:
    talk = Dialogue(emulator([{"thinking": "One."}, {"thinking": "Two."}, "Done."]))
    talk.say("Hi")
    body = edited(talk)
    body["messages"][1]["content"][:2] = body["messages"][1]["content"][1::-1]
    assert "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest" in refused(talk, body)


def test_redacted_thinking_is_signed_in_its_data() -> None:
    talk = Dialogue(emulator([{"redacted_thinking": True}, "Done."]), system="Be kind.")
    talk.say("Hi")
    assert post(talk.to, talk.body(NEXT)).status == 200
    assert BOUND.partition(".")[0] in refused(talk, edited(talk, system="Be brief."))
    body = edited(talk)
    block = body["messages"][1]["content"][0]
    block["data"] = block["data"][:-8]
    assert refused(talk, body) == "messages.1.content.0: Invalid `data` in `redacted_thinking` block"


def test_a_system_entry_at_the_end_changes_nothing_before_it(talk: Dialogue) -> None:
    assert post(talk.to, talk.body(NEXT, system("Be brief."))).status == 200


def test_what_signs_one_kind_of_block_signs_no_other() -> None:
    talk = two_answers(emulator())
    body = talk.body(NEXT)
    first, *others = body["messages"][3]["content"]
    body["messages"][3]["content"] = [{"type": "redacted_thinking", "data": first["signature"]}, *others]
    assert refused(talk, body) == "messages.3.content.0: Invalid `data` in `redacted_thinking` block"
    talk = Dialogue(emulator([{"redacted_thinking": True}, "Done."]))
    talk.say("Hi")
    body = talk.body(NEXT)
    data = body["messages"][1]["content"][0]["data"]
    body["messages"][1] = {"role": "assistant", "content": [thinking("", data), text("Done.")]}
    assert refused(talk, body) == "messages.1.content.0: Invalid `signature` in `thinking` block"
