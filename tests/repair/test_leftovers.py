from sendable.wire.build import assistant, cached, image, mcp_call, mcp_result, request, text, thinking, tool_use, user
from tests.repair.drafts import block_at, draft_of, settled, told


def test_message_left_empty_is_removed() -> None:
    draft = draft_of(request(user("a"), assistant(tool_use()), user("b")))
    draft.drop(block_at(draft, 1, 0), "some-rule")
    assert settled(draft)["messages"] == [user("a"), user("b")]
    assert told(draft) == [("some-rule", "messages.1", "keeps")]


def test_message_of_one_dropped_string_is_removed() -> None:
    draft = draft_of(request(user("a"), assistant("b"), user("c")))
    draft.drop(block_at(draft, 1, -1), "some-rule")
    assert settled(draft)["messages"] == [user("a"), user("c")]


def test_message_left_with_nothing_but_thinking_is_removed() -> None:
    draft = draft_of(request(user("a"), assistant(thinking(), tool_use()), user("b")))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    assert settled(draft)["messages"] == [user("a"), user("b")]
    assert told(draft) == [("some-rule", "messages.1", "drops")]


def test_message_that_was_empty_before_is_not_ours() -> None:
    draft = draft_of(request(user("a"), {"role": "assistant", "content": []}, user(text("b"), text("c"))))
    draft.drop(block_at(draft, 2, 0), "some-rule")
    assert settled(draft)["messages"][1:] == [{"role": "assistant", "content": []}, user(text("c"))]


def test_message_that_holds_what_is_no_block_stays() -> None:
    draft = draft_of(request(user("a"), {"role": "assistant", "content": [text("b"), 5]}, user("c")))
    draft.drop(block_at(draft, 1, 0), "some-rule")
    assert settled(draft)["messages"][1] == {"role": "assistant", "content": [5]}


def test_message_into_which_something_was_put_stays() -> None:
    draft = draft_of(request(user("a"), assistant(tool_use()), user("b")))
    draft.insert_block(draft.index.messages[1], 0, text("new"))
    draft.drop(block_at(draft, 1, 0), "some-rule")
    assert settled(draft)["messages"][1] == assistant(text("new"))


def test_breakpoint_of_a_dropped_block_moves_back_past_thinking_and_across_messages() -> None:
    draft = draft_of(request(user(text("a")), assistant(thinking(), cached(tool_use(), "1h"), text("x")), user("b")))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    assert settled(draft)["messages"][0] == user(cached(text("a"), "1h"))
    assert told(draft) == [("some-rule", "messages.0.content.0", "keeps")]


def test_breakpoint_moves_onto_a_native_result() -> None:
    asked = request(user("a"), assistant(mcp_call(), mcp_result(), cached(tool_use()), text("x")), user("b"))
    draft = draft_of(asked)
    draft.drop(block_at(draft, 1, 2), "some-rule")
    assert settled(draft)["messages"][1]["content"][1] == cached(mcp_result())


def test_where_two_breakpoints_meet_the_longer_lives() -> None:
    for mine, other in (("1h", "5m"), ("5m", "1h"), ("1h", None)):
        draft = draft_of(request(user(cached(image(), mine)), assistant(cached(tool_use(), other), text("x"))))
        draft.drop(block_at(draft, 1, 0), "some-rule")
        assert settled(draft)["messages"][0]["content"][0]["cache_control"]["ttl"] == "1h"


def test_breakpoint_without_a_carrier_is_given_up() -> None:
    draft = draft_of(request(assistant(thinking(), cached(tool_use()), text("x")), user("b")))
    draft.drop(block_at(draft, 0, 1), "some-rule")
    assert "cache_control" not in str(settled(draft))
    assert told(draft) == [("some-rule", "messages.0.content.1", "keeps")]


def test_bare_string_carries_a_breakpoint_only_where_the_prefix_is_not_checked() -> None:
    for model, carried in (("claude-sonnet-4-5", True), ("claude-opus-5-5", False)):
        asked = request(user("a"), assistant(cached(tool_use()), text("x")), user("b"), model=model)
        draft = draft_of(asked)
        draft.drop(block_at(draft, 1, 0), "some-rule")
        expected = [cached(text("a"))] if carried else "a"
        assert settled(draft)["messages"][0]["content"] == expected


def test_bare_string_that_was_replaced_carries_the_breakpoint_in_its_new_form() -> None:
    draft = draft_of(request(user("a"), assistant(cached(tool_use()), text("x")), user("b")))
    draft.replace(block_at(draft, 0, -1), text("new"))
    draft.drop(block_at(draft, 1, 0), "some-rule")
    assert settled(draft)["messages"][0] == user(cached(text("new")))


def test_message_left_with_nothing_that_can_be_seen_is_removed() -> None:
    draft = draft_of(request(user("a"), assistant(text(" "), tool_use()), user("b")))
    draft.drop(block_at(draft, 1, 1), "some-rule")
    assert settled(draft)["messages"] == [user("a"), user("b")]


def test_thinking_left_at_the_end_of_a_turn_goes_as_well() -> None:
    draft = draft_of(request(user("a"), assistant(text("b"), thinking()), assistant(tool_use()), user("c")))
    draft.drop(block_at(draft, 2, 0), "some-rule")
    assert settled(draft)["messages"] == [user("a"), assistant(text("b")), user("c")]


def test_thinking_that_ended_the_turn_before_is_not_ours() -> None:
    draft = draft_of(request(user("a"), assistant(tool_use(), text("b"), thinking()), user("c")))
    draft.drop(block_at(draft, 1, 0), "some-rule")
    assert settled(draft)["messages"][1]["content"] == [text("b"), thinking()]
