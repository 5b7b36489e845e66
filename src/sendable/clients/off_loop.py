"""Work that may wait, off the event loop of an asynchronous client."""

from collections.abc import Callable
from importlib import import_module
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


async def off_loop(waits: bool, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """Do some work in a thread if it may wait for a disk or a network; else here, which costs less.

    Args:
        waits: whether it may.
        work: what to do, with what it is given.
    """
    if not waits:
        return work(*given, **named)
    # Comes with every HTTP client that has an event loop.
    run_sync = import_module("anyio.to_thread").run_sync
    done: T = await run_sync(lambda: work(*given, **named))
    return done
