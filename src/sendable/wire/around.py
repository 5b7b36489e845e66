"""What is found in what stands around the messages of a request: it is the same for all requests of a conversation."""

from collections.abc import Callable
from typing import Any, TypeVar

from sendable.wire.index import Index

Json = dict[str, Any]
T = TypeVar("T")

_AROUND = ("system", "tools")


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


def take_around(index: Index, former: Index) -> None:
    """Take over what was found in another request, where system prompt and tools are the identical objects.

    Args:
        index: of the request.
        former: the other one; nobody changed these objects since.
    """
    if all(index.request.get(name) is former.request.get(name) for name in _AROUND):
        index.around = former.around
