from sendable.emulator.turn import Turn
from sendable.wire.build import assistant, native_call, request, system, text, tool, tool_result, tool_use, user
from sendable.wire.index import Index


def turn(*messages: object, **fields: object) -> Turn:
    return Turn(Index(request(*messages, **fields)), "m")  # type: ignore[arg-type]


def test_answers_are_counted_by_turn() -> None:
    assert turn(user("Hi")).number == 1
    assert turn(user("Hi"), assistant("A"), assistant("B"), user("And?")).number == 2
    assert turn(user("Hi"), assistant("A")).number == 1
    assert turn(user("Hi"), assistant("A")).continues


def test_the_text_is_what_the_user_said_last_and_results_are_none_of_it() -> None:
    called = turn(user("Hi"), user("Look.", text("Please.")), assistant(tool_use()), user(tool_result()))
    assert (called.text, called.step, called.number) == ("Hi\nLook.\nPlease.", 1, 2)
    assert called.results == {"toolu_1": "42"}
    assert turn(user(tool_result())).text == ""
    assert turn(user("Hi"), system("Be kind.")).text == "Hi"


def test_calls_in_flight_are_told() -> None:
    waiting = turn(
        user("Hi"),
        assistant(native_call(), tool_use()),
        user(tool_result()),
        tools=[tool(), {"type": "web_search_20250305", "name": "web_search"}],
    )
    assert [block.value["id"] for block in waiting.waiting] == ["srvtoolu_1"]
    assert [held["name"] for held in waiting.tools] == ["search", "web_search"]
