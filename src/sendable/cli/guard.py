"""Nothing that an input holds ends a run."""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sendable.errors import SendableError, UnreadableError

T = TypeVar("T")


def guarded(work: Callable[[], T]) -> T:
    """The outcome of a piece of work on one input; a fault of our own makes that input unreadable, not the run.

    Raises:
        UnreadableError: the input is no request, or a fault was met, which is named by its place in the code.
    """
    try:
        return work()
    except SendableError:
        raise
    except RecursionError:
        raise UnreadableError("nested too deeply to be a request") from None
    except Exception as fault:  # noqa: BLE001 - one odd input must not end a run over many
        where = traceback.extract_tb(fault.__traceback__)[-1]
        place = f"{Path(where.filename).name}:{where.lineno}"
        raise UnreadableError(f"internal error, please report it: {type(fault).__name__} at {place}") from None
