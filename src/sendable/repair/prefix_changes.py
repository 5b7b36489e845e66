"""Which thinking stands behind a change of what the API compares: system, tools and earlier messages."""

import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from sendable.prefix.canonical import (
    digest,
    exact_block,
    exact_message,
    exact_system,
    exact_tools,
    signature_digest,
)
from sendable.prefix.rolling import Point
from sendable.repair.draft import Draft
from sendable.repair.past import Past, Sent
from sendable.repair.points import points_of
from sendable.repair.thinking_keys import found_again, thinking_of
from sendable.wire.around import once_around
from sendable.wire.blocks import Block, Message
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

Json = dict[str, Any]

_HEX = 16


def frame_digest(index: Index) -> str:
    """A digest of the system prompt and the tools in their exact form, in hex; tools that wait to be found aside."""
    return once_around(index, _frame_digest)


def _frame_digest(request: Json) -> str:
    tools = sorted(digest(tool).hex() for tool in exact_tools(request))
    return digest([exact_system(request) or None, tools]).hex()


class Compared(NamedTuple):
    """Two stretches of messages that should be the same.

    Attributes:
        before: as they were.
        now: as they are.
        frame: whether system and tools are the same.
        tools: the message that first names a deferred tool which is not the same; None where they all are.
    """

    before: Sequence[Any]
    now: Sequence[Message]
    frame: bool
    tools: int | None = None


def changed_behind(draft: Draft) -> list[Block]:
    """The thinking blocks of the request whose prefix differs from the one before the first pass, in order."""
    past, index = draft.past, draft.index
    if past.index is None or index.request is past.index.request or not any(kind in index.top for kind in THINKING):
        return []
    compared = _compared(draft, past.index)
    thinking = [block for message in compared.now for block in message.blocks if block.kind in THINKING]
    if not thinking or not compared.frame:
        return thinking
    first = _first_changed(compared)
    begins = _Begins(compared, first)
    broken = _gap(draft, past.index, thinking)
    stale = [block for block in thinking if block in broken or begins.before(block) or _behind_tools(compared, block)]
    return thinking[thinking.index(stale[0]) :] if stale else []


def changes_end(draft: Draft) -> int | None:
    """How many of the first messages hold all that changed since the first pass; None where other parts changed, too.

    A message that is gone counts for the place that it stood in.
    """
    past, index = draft.past, draft.index
    if past.index is None or index.request is past.index.request:
        return 0
    compared = _compared(draft, past.index)
    if not compared.frame or compared.tools is not None:
        return None
    at, before = len(compared.now), len(compared.before)
    first = _first_changed(compared)
    while min(at, before) > first and not _differ(compared.before[before - 1], compared.now[at - 1].value):
        at, before = at - 1, before - 1
    if at == before == first:
        return 0
    return compared.now[at].at if at < len(compared.now) else len(index.messages)


def _compared(draft: Draft, former: Index) -> Compared:
    """What is to be compared: only what is new, where the request as it was sent last is still its beginning."""
    before = former.request.get("messages")
    listed = before if isinstance(before, (list, tuple)) else []
    now = draft.index.messages
    sent = draft.past.sent
    if sent is None or not begins_with(sent, draft.past, draft.index):
        return Compared(
            listed, now, frame_digest(former) == frame_digest(draft.index), _found_tools(former, draft.index)
        )
    new = listed[len(listed) - draft.past.new :]
    tail = now[sent.messages :]
    if tail and tail[0].role == "assistant":
        # The answer to what was sent: what stands in front of it now was put behind it later, and is told elsewhere.
        start = next((at for at, one in enumerate(new) if isinstance(one, dict) and one.get("role") == "assistant"), 0)
        new = new[start:]
    return Compared(new, tail, True)


def _found_tools(former: Index, index: Index) -> int | None:
    before, now = _deferred(former), _deferred(index)
    changed = {name for name in (*before, *now) if before.get(name) != now.get(name)}
    if not changed:
        return None
    named = [block.message for block in index.nested("tool_reference") if str(block.value.get("tool_name")) in changed]
    named += [block.message for block in index.blocks("tool_use") if str(block.value.get("name")) in changed]
    return min(named, default=None)


def _deferred(index: Index) -> dict[str, bytes]:
    """The deferred tools by name, each as a digest."""
    tools = [tool.value for tool in index.tools if tool.value.get("defer_loading")]
    return {str(tool.get("name")): digest(exact_block(tool)) for tool in tools}


def _behind_tools(compared: Compared, block: Block) -> bool:
    return compared.tools is not None and block.message > compared.tools


def begins_with(sent: Sent, past: Past, index: Index) -> bool:
    """Whether a request begins with the one that was sent last."""
    points = points_of(index, past.rolling)
    held = sent.messages < len(points) and points[sent.messages].exact.hex() == sent.point
    return held and frame_digest(index) == sent.frame


def thinks_as(sent: Sent, past: Past, index: Index) -> bool:
    """Whether a request that begins with the one that was sent last also has its thinking there, and no other.

    The points leave thinking aside: a client may strip a block of it, move it, or put another in its place. Then the
    chain of thinking is broken, and everything else is as it was.
    """
    points = points_of(index, past.rolling)
    return sent.messages < len(points) and thinking_digest(points[sent.messages]) == sent.thinking


def thinking_digest(point: Point) -> str:
    """What stands in a state for the thinking in front of a point."""
    return point.placed.hex()[:_HEX]


def known_messages(past: Past, index: Index, origins: Origins) -> int | None:
    """How many messages of the request as given stand before anything that was made behind the request sent last.

    None when the request does not begin with that one.
    """
    sent = past.sent
    if sent is None or not begins_with(sent, past, index):
        return None
    answer = index.messages[sent.messages] if sent.messages < len(index.messages) else None
    at = origins.of(answer.path)[1] if answer is not None and answer.role == "assistant" else past.given
    return at if isinstance(at, int) else past.given


def _first_changed(compared: Compared) -> int:
    """Where the first message differs; the length of the shorter stretch when that begins the longer one."""
    for at, (one, other) in enumerate(zip(compared.before, compared.now, strict=False)):
        if _differ(one, other.value):
            return at
    return min(len(compared.before), len(compared.now))


def _differ(one: Any, other: Any) -> bool:
    return one is not other and digest(_exact(one)) != digest(_exact(other))


def _exact(message: Any) -> Any:
    return exact_message(message) if isinstance(message, dict) else message


class _Begins:
    """Where the first difference begins: in front of a message, or within it.

    Within it thinking is aside: a block holds if as much stands in front of it as in front of one with its signature
    before, and that is the same.
    """

    def __init__(self, compared: Compared, first: int) -> None:
        self._at = compared.now[first].at if first < len(compared.now) else None
        self._same = -1
        self._ahead: dict[int, int] = {}
        self._before: dict[bytes, set[int]] = {}
        before = compared.before[first] if first < len(compared.before) else None
        if self._at is None or not isinstance(before, dict) or _others(before) != _others(compared.now[first].value):
            return
        self._ahead, others = _sorted_out(compared.now[first].value)
        stood, others_before = _sorted_out(before)
        for at, ahead in stood.items():
            self._before.setdefault(signature_digest(before["content"][at]), set()).add(ahead)
        pairs = zip(others, others_before, strict=False)
        self._same = sum(1 for _ in takewhile(lambda pair: exact_block(pair[0]) == exact_block(pair[1]), pairs))

    def before(self, block: Block) -> bool:
        """Whether it is in front of a thinking block."""
        if self._at is None or block.message != self._at:
            return self._at is not None and block.message > self._at
        ahead = self._ahead.get(block.position, sys.maxsize)
        return ahead > self._same or ahead not in self._before.get(signature_digest(block.value), ())


def _others(message: Json) -> Json:
    return {name: held for name, held in message.items() if name != "content"}


def _sorted_out(message: Json) -> tuple[dict[int, int], list[Json]]:
    """How much stands in front of each thinking block of a message, thinking aside, and what that is."""
    ahead: dict[int, int] = {}
    others: list[Json] = []
    for at, held in _blocks(message):
        if str(held.get("type")) in THINKING:
            ahead[at] = len(others)
        else:
            others.append(held)
    return ahead, others


def _blocks(message: Json) -> list[tuple[int, Json]]:
    content = message.get("content")
    return (
        [(at, held) for at, held in enumerate(content) if isinstance(held, dict)] if isinstance(content, list) else []
    )


def _gap(draft: Draft, former: Index, thinking: Sequence[Block]) -> set[Block]:
    """The first thinking block whose predecessor is gone, unless all before it are: the chain ends in front of it."""
    past = draft.past
    before = [one for one in thinking_of(former) if past.origins.of(one.path) not in past.removed]
    held = thinking_of(draft.index)
    if len(held) == len(before):
        return set()
    found = found_again(before, held)
    for last, here, block in zip(found, found[1:], held[1:], strict=False):
        if last is None or here != last + 1:
            return {block} & set(thinking)
    return set()
