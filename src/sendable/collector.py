"""The garbage collector, held back while a history is turned into a request.

A long history is a great many small values that all stay: each full collection looks at all of them again and finds
nothing, so that the time for a message grows with the length of the history.
"""

import functools
import gc
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


def without_collector(call: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
    """The same function, with the collector held back until it returns. One that is held back already stays so."""

    @functools.wraps(call)
    def held(*args: _Given.args, **kwargs: _Given.kwargs) -> _Made:
        if not gc.isenabled():
            return call(*args, **kwargs)
        gc.disable()
        try:
            return call(*args, **kwargs)
        finally:
            gc.enable()

    return held
