from sendable.contract.tool_loop import has_thinking, loop_at_end
from sendable.wire.build import assistant, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index


def test_loop_reaches_back_to_what_the_user_said() -> None:
    index = Index(
        request(
            user("a"),
            assistant(thinking(), tool_use("toolu_1")),
            user(tool_result("toolu_1")),
            assistant(text("b")),
            user("c"),
            assistant(tool_use("toolu_2")),
            user(tool_result("toolu_2")),
            assistant(tool_use("toolu_3")),
            user(tool_result("toolu_3"), text("d")),
        )
    )
    assert [turn.number for turn in loop_at_end(index)] == [7, 5]
    assert not has_thinking(loop_at_end(index))


def test_thinking_anywhere_in_the_loop_counts() -> None:
    index = Index(
        request(
            assistant(thinking(), tool_use("toolu_1")),
            user(tool_result("toolu_1")),
            assistant(tool_use("toolu_2")),
            user(tool_result("toolu_2")),
        )
    )
    assert has_thinking(loop_at_end(index))


def test_request_that_ends_otherwise_has_no_loop() -> None:
    assert loop_at_end(Index(request())) == []
    assert loop_at_end(Index(request(user("a"), assistant(tool_use()), user(text("b"), tool_result())))) == []
    assert loop_at_end(Index(request(user("a"), assistant(tool_use())))) == []
