"""Which thinking stands behind what an application edited since the last request of its conversation was sent.

The state holds digests of a few points of what was sent: of the last ones each, farther back ever fewer. What stands in
front of the last point that is still met is unchanged, so thinking there holds. What stands behind it may have changed.
"""

import sys
from collections.abc import Sequence

from sendable.contract.threads import continues_thread
from sendable.prefix.rolling import Point
from sendable.repair.draft import Draft
from sendable.repair.past import Sent
from sendable.repair.points import points_of
from sendable.repair.prefix_changes import begins_with, frame_digest
from sendable.repair.thinking_keys import thinking_of
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING

NEAR = 8
"""How many of the last points are kept each; from there on every second, every fourth, and so on."""

HEX = 16
"""How much of each digest is kept."""


def points_kept(points: Sequence[Point]) -> list[str]:
    """Some of the points of a request: how many messages stand in front of each, and the beginning of its digest.

    Args:
        points: in front of each message, and behind the last.
    """
    kept: list[str] = []
    at, step = len(points) - 1, 1
    while at > 0:
        kept.append(f"{at}:{points[at].exact.hex()[:HEX]}")
        step = step if len(kept) < NEAR else step * 2
        at -= step
    return kept


def edited_since(draft: Draft) -> list[Block]:
    """The thinking that may no longer stand behind what it was sent behind, in order; none where that is not known."""
    past, index = draft.past, draft.index
    last = past.last
    thinking = thinking_of(index)
    if last is None or not thinking or not _is_comparable(index) or begins_with(last, past, index):
        return []
    if frame_digest(index) != last.frame:
        return thinking
    unchanged = _unchanged(last, points_of(index, past.rolling))
    end = (unchanged, _opening_thinking(index, unchanged))
    return [block for block in thinking if (block.message, block.position) >= end]


def _is_comparable(index: Index) -> bool:
    """Whether all that counts is shown, from the first message on."""
    return not continues_thread(index) and not index.blocks("compaction")


def _unchanged(last: Sent, points: Sequence[Point]) -> int:
    """How many messages are known to be those that were sent."""
    for kept in last.points:
        at, _, digest = kept.partition(":")
        if at.isdecimal() and len(at) < 10 and int(at) < len(points) and points[int(at)].exact.hex().startswith(digest):
            return int(at)
    return 0


def _opening_thinking(index: Index, at: int) -> int:
    """The place of the first block of a message behind which thinking is behind something else than thinking, too."""
    message = next((one for one in index.messages if one.at == at), None)
    blocks = message.blocks if message is not None else []
    return next((one.position + 1 for one in blocks if one.kind not in THINKING), sys.maxsize)
