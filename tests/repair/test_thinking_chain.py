from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.options import Options
from sendable.repair.thinking_chain import drop_thinking
from sendable.wire.build import assistant, request, text, thinking, user
from tests.repair.drafts import block_at, draft_of, settled, told

CHECKS = "claude-opus-5-5"
DOES_NOT = "claude-sonnet-5"


def history(model: str) -> Draft:
    first = assistant(thinking("1"), thinking("2"), text("a"))
    last = assistant(thinking("3"), thinking("4"), text("b"), thinking("5"), text("c"))
    return draft_of(request(user("x"), first, user("y"), last, user("z"), model=model))


def left(draft: Draft) -> list[str]:
    held = [block for message in settled(draft)["messages"] for block in message["content"]]
    return [block["thinking"] for block in held if isinstance(block, dict) and "thinking" in block]


def test_run_of_an_older_turn_goes_as_it_went_when_that_was_the_latest() -> None:
    draft = history(DOES_NOT)
    drop_thinking(draft, {block_at(draft, 1, 0): "some-rule"}, "dropped it")
    assert left(draft) == ["3", "4", "5"]


def test_run_of_the_latest_turn_goes_as_a_whole() -> None:
    draft = history(DOES_NOT)
    drop_thinking(draft, {block_at(draft, 3, 1): "some-rule"}, "dropped it")
    assert left(draft) == ["1", "2", "5"]


def test_what_goes_from_the_start_leaves_the_rest_where_the_prefix_is_checked() -> None:
    draft = history(CHECKS)
    drop_thinking(draft, {block_at(draft, 1, 1): "some-rule"}, "dropped it")
    assert left(draft) == ["3", "4", "5"]
    assert {rule for rule, _, _ in told(draft)} == {"some-rule"}


def test_a_longer_start_may_go_as_well() -> None:
    draft = history(CHECKS)
    doomed = {block_at(draft, 1, 0): "some-rule", block_at(draft, 3, 0): "other-rule"}
    drop_thinking(draft, doomed, "dropped it")
    assert left(draft) == ["5"]


def test_latest_run_goes_from_its_start_where_the_prefix_is_checked() -> None:
    draft = history(CHECKS)
    drop_thinking(draft, {block_at(draft, 3, 1): "some-rule"}, "dropped it")
    assert left(draft) == ["1", "2"]


def test_nothing_goes_where_dropping_is_not_allowed() -> None:
    draft = draft_of(request(user("x"), assistant(thinking(), text("a"))), options=Options(max_loss=Loss.DEMOTES))
    drop_thinking(draft, {block_at(draft, 1, 0): "some-rule"}, "dropped it")
    assert told(draft) == []


def test_last_message_of_a_request_stays() -> None:
    draft = draft_of(request(assistant(thinking())))
    drop_thinking(draft, {block_at(draft, 0, 0): "some-rule"}, "dropped it")
    assert told(draft) == []
