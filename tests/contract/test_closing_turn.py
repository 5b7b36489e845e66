import pytest

from sendable.contract.closing_turn import closing_turn, is_paused, prefill, thinks
from sendable.targets import Target
from sendable.wire.build import assistant, mcp_call, native_call, native_result, request, text, tool_use, user
from sendable.wire.index import Index

NEW = {"type": "of_tomorrow"}
SUMMARY = {"type": "compaction", "content": "So far."}


def test_closing_turn_is_the_last_one_of_the_assistant() -> None:
    assert closing_turn(Index(request())) is None
    assert closing_turn(Index(request(user("a")))) is None
    index = Index(request(user("a"), assistant("b"), assistant("c")))
    assert closing_turn(index) is index.turns[1]


@pytest.mark.parametrize("block", [native_call(), native_result(), mcp_call(), SUMMARY, NEW])
def test_turn_that_ends_in_a_native_block_a_summary_or_a_new_one_is_paused(block: dict[str, object]) -> None:
    index = Index(request(user("a"), assistant(text("b"), block)))
    assert is_paused(index.turns[1])
    assert prefill(index) is None


def test_turn_that_waits_for_results_is_no_prefill() -> None:
    assert prefill(Index(request(user("a"), assistant(tool_use(), text("b"))))) is None


def test_nothing_is_a_prefill_where_a_summary_is_asked_for() -> None:
    asked = request(user("a"), assistant("b"), compaction={"type": "summarize"})
    assert prefill(Index(asked)) is None


def test_text_and_nothing_at_all_are_prefills() -> None:
    for last in (assistant("b"), assistant(native_call(), text("b")), {"role": "assistant", "content": []}):
        assert prefill(Index(request(user("a"), last))) is not None


@pytest.mark.parametrize(
    ("setting", "model", "on"),
    [
        (None, "claude-haiku-4-5", False),
        (None, "claude-sonnet-5", True),
        ({"type": "disabled"}, "claude-sonnet-5", False),
        ({"type": "adaptive"}, "claude-haiku-4-5", True),
        (None, "someone-else", False),
    ],
)
def test_thinking_is_on_when_asked_for_or_unasked(setting: object, model: str, on: bool) -> None:
    assert thinks(Index(request(user("a"), thinking=setting)), Target(model=model)) is on
