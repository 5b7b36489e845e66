"""What is found in what stands around the messages of a request: it is the same for all requests of a conversation."""

from collections.abc import Callable
from typing import Any, TypeVar

from sendable.wire.index import Index

Json = dict[str, Any]
T = TypeVar("T")

AROUND = ("system", "tools")
"""What of a request is looked at here."""


def once_around(index: Index, make: Callable[[Json], T]) -> T:
    """What `make` finds in the system prompt and the tools of a request; computed the first time it is asked for.

    Args:
        index: of the request.
        make: takes the request, and looks at nothing else in it.
    """
    try:
        return index.around[make]  # type: ignore[return-value]
    except KeyError:
        made = index.around[make] = make(index.request)
        return made
