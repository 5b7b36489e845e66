"""Requests that go on with a conversation which the server holds.

`thread: {"type": "continue", …}` sends what is new since the answer that it names: messages behind it, or none at all
where that answer was paused; no `system` and no `tools`, which the server takes from the thread. So stand the types and
the helpers of the official SDK (2.14, 2026-11), whose tool runner does it unasked. What such a request does not show is
not judged.
"""

from sendable.wire.blocks import Json, Turn
from sendable.wire.index import Index


def continues_thread(index: Index) -> bool:
    """Whether the server holds what was said before, and the tools."""
    return continues(index.request)


def continues(request: Json) -> bool:
    """The same for a request that nobody has sorted yet."""
    thread = request.get("thread")
    return isinstance(thread, dict) and thread.get("type") == "continue"


def goes_on_in(index: Index, turn: Turn) -> bool:
    """Whether a turn may be the rest of one that the server holds: the answer named is the assistant's."""
    return turn.number == 0 and turn.role == "assistant" and continues_thread(index)
