"""Functions of a script: they belong to whoever wrote the script, and so do the faults in them."""

import inspect
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from sendable.emulator.script_fields import fault
from sendable.emulator.turn import Turn
from sendable.errors import UsageError

Function = Callable[[Turn], Any]


def hold_plain(function: Function, place: str) -> None:
    """Refuse functions that would have to be awaited.

    Raises:
        UsageError: so it is.
    """
    called = getattr(function, "__call__", function)  # noqa: B004 - objects may have an async `__call__`
    if any(map(_is_async, (function, called))):
        raise fault(place, f"{name_of(function)} is an async function; a script is called and not awaited: use `def`")


def _is_async(function: Any) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function)


def asked(function: Function, turn: Turn) -> Any:
    """What a function of a script says of a turn.

    Raises:
        UsageError: it raised, or returned what would have to be awaited; with its name, the error and the line.
    """
    try:
        answer = function(turn)
    except KeyboardInterrupt:
        raise
    except BaseException as raised:
        # An exit, and the outcomes of a test runner, must not end the server either.
        said = f"{type(raised).__name__}: {raised}".removesuffix(": ")
        raise UsageError(f"the script raised {said} ({_line(function, raised.__traceback__)})") from raised
    if inspect.isawaitable(answer):
        if inspect.iscoroutine(answer):
            answer.close()
        raise UsageError(f"{name_of(function)} of the script returned what must be awaited; a script is not awaited")
    return answer


def name_of(function: Any) -> str:
    """What a function is called, and where it stands."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    name = getattr(function, "__name__", type(function).__name__)
    return f"`{name}`" if code is None else f"`{name}` ({Path(code.co_filename).name}:{code.co_firstlineno})"


def _line(function: Any, trace: TracebackType | None) -> str:
    """The line where it happened: the innermost one in the file of the function, else that of the function."""
    code = getattr(inspect.unwrap(function), "__code__", None)
    home = getattr(code, "co_filename", None)
    lines = []
    while trace is not None:
        lines.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    own = [line for line in lines[1:] if home in (None, line[0])]
    if not own and code is not None:
        own = [(code.co_filename, code.co_firstlineno)]
    file, number = own[-1] if own else lines[-1]
    return f"{Path(file).name}:{number}"
