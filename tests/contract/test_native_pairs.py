from typing import Any

from sendable.contract.native_pairs import declared, native_pairs, open_turn_of
from sendable.wire.blocks import Block
from sendable.wire.build import (
    assistant,
    mcp_call,
    mcp_result,
    native_call,
    native_result,
    request,
    system,
    text,
    tool,
    tool_result,
    tool_use,
    user,
)
from sendable.wire.index import Index

SEARCH = {"type": "web_search_20250305", "name": "web_search"}
CODE = {"type": "code_execution_20260120", "name": "code_execution"}


def places(blocks: list[Block]) -> list[tuple[int, int]]:
    return [(block.message, block.position) for block in blocks]


def sorted_of(*messages: Any, **fields: Any) -> dict[str, list[tuple[int, int]]]:
    pairs = native_pairs(Index(request(*messages, **fields)))
    names = ("paired", "waiting", "undeclared", "uncontained", "unpaired", "orphans")
    return {name: places(getattr(pairs, name)) for name in names if getattr(pairs, name)}


def test_pair_in_one_message() -> None:
    assert sorted_of(user("a"), assistant(native_call(), native_result())) == {"paired": [(1, 0)]}


def test_result_in_a_later_response() -> None:
    messages = (user("a"), assistant(native_call(), tool_use()), user(tool_result()), assistant(native_result(), "b"))
    assert sorted_of(*messages, user("c")) == {"paired": [(1, 0)]}


def test_result_before_its_call_is_an_orphan() -> None:
    assert sorted_of(user("a"), assistant(native_result(), native_call(), "b"), user("c")) == {
        "unpaired": [(1, 1)],
        "orphans": [(1, 0)],
    }


def test_result_of_another_kind_answers_nothing() -> None:
    assert sorted_of(user("a"), assistant(native_call(), native_result("web_fetch"), "b"), user("c")) == {
        "unpaired": [(1, 0)],
        "orphans": [(1, 1)],
    }


def test_second_result_of_a_call_is_an_orphan() -> None:
    found = sorted_of(user("a"), assistant(native_call(), native_result(), native_result()), user("c"))
    assert found == {"paired": [(1, 0)], "orphans": [(1, 2)]}


def test_mcp_calls_pair_with_mcp_results() -> None:
    assert sorted_of(user("a"), assistant(mcp_call(), mcp_result())) == {"paired": [(1, 0)]}


def test_call_of_a_paused_turn_waits_if_its_tool_is_declared() -> None:
    turn = (user("a"), assistant("b", native_call()))
    assert sorted_of(*turn, tools=[SEARCH]) == {"waiting": [(1, 1)]}
    assert sorted_of(*turn) == {"undeclared": [(1, 1)], "unpaired": [(1, 1)]}


def test_call_waits_while_only_results_of_its_own_turn_follow() -> None:
    turn = (user("a"), assistant(native_call(), tool_use("toolu_1"), tool_use("toolu_2")))
    results = (user(tool_result("toolu_2")), user(tool_result("toolu_1")))
    assert sorted_of(*turn, *results, tools=[SEARCH]) == {"waiting": [(1, 0)]}


def test_anything_else_behind_the_results_closes_the_turn() -> None:
    turn = (user("a"), assistant(native_call(), tool_use()))
    for more in (
        [user(tool_result(), text("b"))],
        [user(tool_result()), user("b")],
        [user(tool_result()), system("b")],
    ):
        assert sorted_of(*turn, *more, tools=[SEARCH]) == {"unpaired": [(1, 0)]}
    assert sorted_of(*turn, user(tool_result("toolu_9")), tools=[SEARCH]) == {"unpaired": [(1, 0)]}


def test_code_that_called_client_tools_waits_in_its_container_only() -> None:
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    turn = (user("a"), assistant(native_call("code_execution"), tool_use(caller=caller)), user(tool_result()))
    assert sorted_of(*turn, tools=[CODE], container="container_1") == {"waiting": [(1, 0)]}
    assert sorted_of(*turn, tools=[CODE]) == {"uncontained": [(1, 0)]}


def test_open_turn_is_the_last_one_or_waits_for_results() -> None:
    assert open_turn_of(Index({"messages": []})) is None
    assert open_turn_of(Index(request(user("a")))) is None
    last = Index(request(user("a"), assistant("b")))
    assert open_turn_of(last) is last.turns[1]


def test_tools_declare_the_native_calls_that_they_bring_along() -> None:
    def holds(call: dict[str, Any], *tools: Any, **fields: Any) -> bool:
        index = Index(request(user("a"), assistant(call), tools=list(tools), **fields))
        return declared(index, index.messages[1].blocks[0])

    assert holds(native_call("bash_code_execution"), CODE)
    assert holds(native_call("code_execution"), {"type": "web_search_20260209", "name": "web_search"})
    assert not holds(native_call("code_execution"), SEARCH)
    assert holds(native_call("code_execution"), tool(allowed_callers=["code_execution_20250825"]))
    assert not holds(native_call("web_search"), tool("web_search"))
    assert holds(mcp_call(), mcp_servers=[{"type": "url", "url": "https://example.com", "name": "docs"}])
    assert not holds(mcp_call(), mcp_servers=[{"type": "url", "url": "https://example.com", "name": "other"}])


def test_bare_messages_do_not_show_their_tools() -> None:
    pairs = native_pairs(Index([user("a"), assistant(native_call())]))
    assert places(pairs.waiting) == [(1, 0)]


def test_second_result_of_a_call_is_told_with_the_one_before() -> None:
    result = native_result()
    pairs = native_pairs(Index(request(user("a"), assistant(native_call(), result, result, result), user("c"))))
    assert [(later.position, earlier.position) for later, earlier in pairs.repeats.items()] == [(2, 1), (3, 2)]


def test_second_orphan_repeats_nothing() -> None:
    pairs = native_pairs(Index(request(user("a"), assistant(native_result(), native_result(), "b"), user("c"))))
    assert len(pairs.orphans) == 2
    assert not pairs.repeats


def test_result_behind_what_the_user_said_answers_nothing() -> None:
    for said in (user("b"), user(tool_result(), text("b"))):
        messages = (user("a"), assistant(native_call(), tool_use()), said, assistant(native_result(), "c"), user("d"))
        assert sorted_of(*messages) == {"unpaired": [(1, 0)], "orphans": [(3, 0)]}


def test_result_behind_several_turns_of_client_results_answers_its_call() -> None:
    loop = (assistant(native_call("code_execution"), tool_use()), user(tool_result()), assistant(tool_use("toolu_2")))
    behind = (user(tool_result("toolu_2")), assistant(native_result("code_execution"), "b"), user("c"))
    assert sorted_of(user("a"), *loop, *behind) == {"paired": [(1, 0)]}


def test_block_of_the_assistant_in_a_user_message_closes_no_turn() -> None:
    assert sorted_of(user("a"), assistant(native_call()), user(native_result(), text("b"))) == {"paired": [(1, 0)]}


def test_id_that_comes_again_in_another_turn_is_another_call() -> None:
    messages = (user("a"), assistant(native_call(), "b"), user("c"), assistant(native_call(), native_result()))
    assert sorted_of(*messages, user("d")) == {"paired": [(3, 0)], "unpaired": [(1, 0)]}


def test_code_that_waits_is_not_what_an_earlier_turn_called_for() -> None:
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    code = native_call("code_execution")
    done = (assistant(code, tool_use(caller=caller)), user(tool_result()), assistant(native_result("code_execution")))
    waits = (user("b"), assistant(code, tool_use("toolu_2")), user(tool_result("toolu_2")))
    assert sorted_of(user("a"), *done, *waits, tools=[CODE, tool()]) == {"paired": [(1, 0)], "waiting": [(5, 0)]}
