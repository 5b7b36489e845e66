from sendable.render.open_calls import calls_in, open_calls, results_in
from sendable.wire.build import assistant, text, tool_result, tool_use, user


def test_calls_without_a_result_are_open() -> None:
    said = [assistant(tool_use("a"), tool_use("b")), user(tool_result("a"))]
    assert open_calls(said) == {"b"}
    assert open_calls(said[:1]) == {"a", "b"}


def test_nothing_is_open_behind_anything_else() -> None:
    assert open_calls([assistant(tool_use("a")), user("and?")]) == set()
    assert open_calls([assistant(tool_use("a")), user(text("and?"))]) == set()
    assert open_calls([]) == set()


def test_consecutive_assistant_messages_are_one_turn() -> None:
    assert open_calls([assistant(tool_use("a")), assistant(tool_use("b"))]) == {"a", "b"}


def test_an_earlier_turn_is_over() -> None:
    assert open_calls([assistant(tool_use("a")), user(tool_result("b")), assistant(text("x"))]) == set()


def test_odd_blocks_are_no_calls() -> None:
    assert calls_in([{}, {"type": "tool_use"}, {"type": ["x"]}]) == {"None"}
    assert results_in([{}, {"type": "tool_result", "tool_use_id": 5}]) == {"5"}
