from sendable.repair.thinking_runs import Joining
from sendable.targets import Target
from sendable.wire.build import (
    assistant,
    native_call,
    native_result,
    request,
    text,
    thinking,
    tool_result,
    tool_use,
    user,
)
from tests.repair.drafts import block_at, draft_of, settled, told

BETA = "thinking-binding-controls-2026-08-01"
LOOP = (
    user("a"),
    assistant(thinking("1"), native_call(), thinking("2"), tool_use()),
    user(tool_result()),
)


def test_joined_runs_on_a_model_that_checks_the_prefix_ask_the_server_to_drop() -> None:
    draft = draft_of(request(*LOOP, model="claude-opus-5-5"))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    after = settled(draft)
    assert after["thinking"] == {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    assert after["messages"][1] == assistant(thinking("1"), thinking("2"), tool_use())
    assert draft.betas == {BETA}


def test_joined_runs_where_the_beta_is_known_to_be_missing_drop_all_thinking_of_the_turn() -> None:
    draft = draft_of(request(*LOOP), Target(model="claude-opus-5-5", betas=[]))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    assert settled(draft)["messages"][1] == assistant(tool_use())
    assert draft.betas == set()


def test_joined_runs_in_manual_mode_turn_thinking_off() -> None:
    draft = draft_of(request(*LOOP, thinking={"type": "enabled", "budget_tokens": 1024}))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    after = settled(draft)
    assert after["messages"][1] == assistant(tool_use())
    assert after["thinking"] == {"type": "disabled"}
    assert ("some-rule", "thinking", "keeps") in told(draft)


def test_runs_of_an_earlier_turn_may_be_joined() -> None:
    draft = draft_of(request(*LOOP, assistant("x"), user("b")))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    assert settled(draft)["messages"][1] == assistant(thinking("1"), thinking("2"), tool_use())


def test_runs_that_something_else_keeps_apart_stay() -> None:
    apart = assistant(thinking("1"), native_call(), text("b"), thinking("2"), tool_use())
    draft = draft_of(request(user("a"), apart, user(tool_result())))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    assert len(settled(draft)["messages"][1]["content"]) == 4


def test_runs_that_stood_side_by_side_before_are_no_join() -> None:
    draft = draft_of(request(user("a"), assistant(thinking("1"), thinking("2"), native_call(), tool_use())))
    draft.drop(block_at(draft, 1, 2), "some-rule")
    assert len(settled(draft)["messages"][1]["content"]) == 3


def test_joining_sees_only_what_a_drop_joins() -> None:
    pair = (native_call(call="srvtoolu_2"), native_result(call="srvtoolu_2"))
    draft = draft_of(request(user("a"), assistant(thinking("1"), native_call(), thinking("2"), *pair, text("x"))))
    assert Joining(draft).by(block_at(draft, 1, 1))
    assert not Joining(draft).by(block_at(draft, 1, 3))
