import pytest

from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, RESULT_OF, ROLE, THINKING, answer_kind, can_carry, kinds
from sendable.wire.schema import known_tags


def test_newest_kinds_are_known() -> None:
    newest = {"fallback", "compaction", "mcp_tool_listing", "tool_addition", "tool_removal", "advisor_tool_result"}
    assert newest <= kinds().keys()


def test_tables_name_only_kinds_that_exist() -> None:
    assert kinds().keys() >= {*ROLE, *THINKING, *NATIVE_CALLS, *NATIVE_RESULTS}
    assert set(kinds()) <= known_tags()


@pytest.mark.parametrize("kind", ["thinking", "redacted_thinking", "fallback", "a_kind_of_tomorrow", None])
def test_kinds_that_carry_no_breakpoint(kind: object) -> None:
    assert not can_carry({"type": kind})


@pytest.mark.parametrize(
    "kind", ["tool_use", "tool_result", "mcp_tool_result", "server_tool_use", "image", "compaction"]
)
def test_kinds_that_carry_a_breakpoint(kind: str) -> None:
    assert can_carry({"type": kind})


def test_text_carries_a_breakpoint_unless_it_is_empty() -> None:
    assert can_carry({"type": "text", "text": "a"})
    assert not can_carry({"type": "text", "text": ""})
    assert not can_carry({"type": "text"})


@pytest.mark.parametrize(("name", "kind"), RESULT_OF.items())
def test_a_native_call_is_answered_by_the_kind_of_its_name(name: str, kind: str) -> None:
    assert answer_kind({"type": "server_tool_use", "name": name}) == kind


def test_a_native_call_of_a_new_name_follows_the_pattern() -> None:
    assert answer_kind({"type": "server_tool_use", "name": "map_lookup"}) == "map_lookup_tool_result"


def test_an_mcp_call_is_answered_by_an_mcp_result() -> None:
    assert answer_kind({"type": "mcp_tool_use", "name": "web_search"}) == "mcp_tool_result"


def test_a_kind_holds_role_betas_and_answer() -> None:
    assert kinds()["tool_use"].answered_by == "tool_result"
    assert kinds()["tool_use"].role == "assistant"
    assert kinds()["text"].role == ""
    assert "mcp-client-2025-11-20" in kinds()["mcp_tool_use"].betas


def test_an_uploaded_file_needs_no_beta_and_stands_in_questions_and_answers() -> None:
    assert kinds()["container_upload"].betas == ()
    assert kinds()["container_upload"].role == ""
