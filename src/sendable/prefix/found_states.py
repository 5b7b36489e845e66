"""Finds what was kept of a conversation by the conversation itself, for callers that have no key for it.

A state is kept under the point behind the last message of its request. A later request of the conversation goes through
that point, so it is found by looking back from the end; of several on the way the last one is that of the newest
request. Two conversations that begin with the same messages under another system prompt, other tools or with other
thinking meet in a point: so the state itself is kept under the point and these, and under the point alone stands the
name of the newest such.

A client may leave old thinking out of its next request, so a state is also found by one with less. But a state in which
thinking was removed is not found by one with as much that is another: what was damaged in one copy of a conversation is
whole in another copy, and nothing has to be left out there.
"""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from typing import Any

from sendable.prefix.canonical import digest, exact_system, exact_tools
from sendable.prefix.rolling import Point
from sendable.prefix.stores import Store

Json = dict[str, Any]

NEAR = 4
"""How many points are asked for at first: a turn adds two messages, or three with what the system says."""

FARTHER = 16
"""How many times more each further question asks for."""

_NAME = 16
_COUNT = 4


def keep(store: Store, frame: bytes, points: Sequence[Point], state: bytes, *, removes: bool = False) -> None:
    """Keep a state under the last point of its request.

    Args:
        store: where.
        frame: of the request, see `frame_of`.
        points: those behind each of its messages.
        state: what is kept.
        removes: whether it says of thinking in the request that it is left out, or stands in a wrong place.
    """
    if points:
        last = points[-1]
        name = _own(last, frame)
        held = last.thinking + last.thoughts.to_bytes(_COUNT) if removes else b""
        store.keep_states({name: state, _alone(last): name + held})


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
        names = {_alone(point): (_own(point, frame), point) for point in reversed(points[start:end])}
        # Where all else is as it was, the usual next turn finds its state with the first question.
        known = store.states([*names, *(own for own, _ in names.values())] if step == NEAR else names)
        met = [_ways(own, point, known[name]) for name, (own, point) in names.items() if name in known]
        if met and met[0][0] in known:
            return known[met[0][0]]
        for state in _held(store, met):
            return state
        end, step = start, step * FARTHER
    return None


def _ways(own: bytes, point: Point, newest: bytes) -> list[bytes]:
    """The names under which the state of a point may stand: its own, then that of the newest, if it may be taken."""
    name, thinking, thoughts = newest[:_NAME], newest[_NAME : 2 * _NAME], newest[2 * _NAME :]
    fits = not thinking or thinking == point.thinking or point.thoughts < int.from_bytes(thoughts)
    return [own, name] if fits else [own]


def _held(store: Store, met: Sequence[list[bytes]]) -> Iterator[bytes]:
    """The states of some points, of each the first that is there."""
    for at in range(0, len(met), NEAR):
        some = met[at : at + NEAR]
        held = store.states(name for names in some for name in names)
        for names in some:
            state = next((held[name] for name in names if name in held), None)
            if state is not None:
                yield state


def frame_of(request: Json) -> bytes:
    """What stands for the system prompt and the tools of a body, as its client gave it."""
    return digest([exact_system(request), exact_tools(request)])


def _alone(point: Point) -> bytes:
    return blake2b(point.exact, digest_size=_NAME, person=b"state at").digest()


def _own(point: Point, frame: bytes) -> bytes:
    return blake2b(point.exact + frame + point.thinking, digest_size=_NAME, person=b"state at, under").digest()
