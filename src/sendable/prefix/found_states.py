"""Finds what was kept of a conversation by the conversation itself, for callers that have no key for it.

A state is kept under the point behind the last message of its request. A later request of the conversation goes through
that point, so it is found by looking back from the end; of several on the way the last one is that of the newest
request. Two conversations that begin with the same messages under another system prompt or other tools meet in a point:
so the state itself is kept under the point and these, and under the point alone stands the name of the newest such.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from sendable.prefix.canonical import digest, exact_system, exact_tools
from sendable.prefix.rolling import Point
from sendable.prefix.stores import Store

Json = dict[str, Any]

NEAR = 8
"""How many points are asked for at first: a turn adds two messages, or three with what the system says."""

FARTHER = 16
"""How many times more each further question asks for."""


def keep(store: Store, frame: bytes, points: Sequence[Point], state: bytes) -> None:
    """Keep a state under the last point of its request.

    Args:
        store: where.
        frame: of the request, see `frame_of`.
        points: those behind each of its messages.
        state: what is kept.
    """
    if points:
        name = _with_frame(points[-1], frame)
        store.keep_states({name: state, _alone(points[-1]): name})


def find(store: Store, frame: bytes, points: Sequence[Point]) -> bytes | None:
    """The newest state whose request this one goes on from; None where there is none.

    Args:
        store: where states are kept.
        frame: of the request, see `frame_of`.
        points: those behind each of its messages.
    """
    end, step = len(points), NEAR
    while end:
        start = max(end - step, 0)
        names = {_alone(point): point for point in reversed(points[start:end])}
        end, step = start, step * FARTHER
        known = store.states(names)
        met = [(_with_frame(names[name], frame), known[name]) for name in names if name in known]
        for state in _held(store, met):
            return state
    return None


def _held(store: Store, met: Sequence[tuple[bytes, bytes]]) -> Iterator[bytes]:
    """The states of some points; of each the one under the same system prompt and tools, else the newest."""
    for at in range(0, len(met), NEAR):
        some = met[at : at + NEAR]
        held = store.states(name for names in some for name in names)
        for own, newest in some:
            state = held.get(own, held.get(newest))
            if state is not None:
                yield state


def frame_of(request: Json) -> bytes:
    """What stands for the system prompt and the tools of a body, as its client gave it."""
    return digest([exact_system(request), exact_tools(request)])


def _alone(point: Point) -> bytes:
    return blake2b(point.exact, digest_size=16, person=b"state at").digest()


def _with_frame(point: Point, frame: bytes) -> bytes:
    return blake2b(point.exact + frame, digest_size=16, person=b"state at, under").digest()
