from sendable.contract.tool_results import error_results, held, holds_only_text, programmatic_results
from sendable.wire.blocks import Block
from sendable.wire.build import assistant, image, native_call, request, text, tool_result, tool_use, user
from sendable.wire.index import Index


def block_with(content: object) -> Block:
    return Block({"type": "tool_result", "content": content}, "tool_result", 0, 0)


def test_only_a_true_flag_makes_an_error() -> None:
    results = [tool_result(f"toolu_{at}", is_error=flag) for at, flag in enumerate((True, False, None, "true", 1))]
    index = Index(request(user("Hi"), user(*results)))
    assert [block.position for block in error_results(index)] == [0]


def test_results_for_code_are_those_of_calls_with_a_caller() -> None:
    by_code = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    calls = [tool_use("toolu_1", caller=by_code), tool_use("toolu_2", caller={"type": "direct"}), tool_use("toolu_3")]
    results = [tool_result(f"toolu_{at}") for at in (1, 2, 3)]
    index = Index(request(user("Hi"), assistant(native_call("code_execution"), *calls), user(*results)))
    assert [block.position for block in programmatic_results(index)] == [0]


def test_strings_and_texts_are_only_text() -> None:
    assert all(holds_only_text(block_with(content)) for content in ("x", "", None, [], [text("x")], 7, ["x"]))
    assert not any(holds_only_text(block_with(content)) for content in ([image()], [text("x"), {}], ({},)))


def test_what_is_no_list_holds_no_blocks() -> None:
    assert [held(block_with(content)) for content in ("x", None, {}, [1])] == [[], [], [], [1]]


def test_id_of_a_direct_call_may_come_again_in_a_call_by_code() -> None:
    by_code = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    direct = (assistant(tool_use()), user(tool_result()), assistant("a"), user("b"))
    code = (assistant(native_call("code_execution"), tool_use(caller=by_code)), user(tool_result()))
    index = Index(request(user("Hi"), *direct, *code))
    assert [block.message for block in programmatic_results(index)] == [6]
