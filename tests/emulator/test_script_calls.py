import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from sendable.emulator.script import script_of
from sendable.wire.build import request, user
from tests.emulator.calling import body_of, emulator, post

HERE = "test_script_calls.py"


def raising(_turn: Any) -> Any:
    raise ValueError("my bug")


def parsing(_turn: Any) -> Any:
    return int("seven")


def leaving(_turn: Any) -> Any:
    raise SystemExit


def failing(_turn: Any) -> Any:
    pytest.fail("not what I expected")


async def waiting(_turn: Any) -> Any:
    return "a"


class Later:
    async def __call__(self, _turn: Any) -> Any:
        return "a"


def line_of(function: Callable[..., Any], after: int = 1) -> str:
    return f"{HERE}:{function.__code__.co_firstlineno + after}"


@pytest.mark.parametrize("wrapped", [lambda f: f, lambda f: [{"match": f, "answer": "a"}]], ids=["answer", "match"])
@pytest.mark.parametrize(
    ("function", "said"),
    [
        (raising, f"the script raised ValueError: my bug ({line_of(raising)})"),
        (parsing, f"invalid literal for int() with base 10: 'seven' ({line_of(parsing)})"),
        (leaving, f"the script raised SystemExit ({line_of(leaving)})"),
        (failing, f"the script raised Failed: not what I expected ({line_of(failing)})"),
        (lambda _turn: asyncio.sleep(0), "returned what must be awaited"),
        (lambda: "x", "takes 0 positional arguments but 1 was given (test_script_calls.py:"),
    ],
)
def test_a_fault_of_a_script_is_told_as_its_own(
    function: Any, said: str, wrapped: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    to = emulator(wrapped(function))
    answer = post(to, request(user("Hi")))
    error = body_of(answer)["error"]
    assert (answer.status, error["type"], answer.headers["x-should-retry"]) == (500, "api_error", "false")
    assert said in error["message"]
    told = capsys.readouterr().err
    assert said in told
    assert "please report" not in told
    assert list(to.rejections) == []
    assert [fault.message for fault in to.faults] == [error["message"]]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (5, "a part of an answer is a text or an object, not a number"),
        ({"call": {"name": "a", "inputs": {}}}, "call.inputs: unknown field"),
        ({"content": object()}, "content: a part of an answer"),
    ],
)
def test_what_a_function_returns_is_held_like_what_is_written(
    answer: Any, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = body_of(post(emulator(lambda _turn: answer), request(user("Hi"))))["error"]["message"]
    assert "of the script returned is no answer: " in refused
    assert f"`<lambda>` ({HERE}:" in refused
    assert said in refused
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("script", [waiting, Later(), [{"match": waiting, "answer": "a"}]])
def test_async_functions_are_told_at_once(script: Any) -> None:
    with pytest.raises(ValueError, match=r"rules\.0.*is an async function; a script is called and not awaited"):
        script_of(script)


def test_a_reader_may_stop_the_server_from_within() -> None:
    def stopping(_turn: Any) -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        post(emulator(stopping), request(user("Hi")))
