"""Thinking that earlier requests of a conversation lost."""

from collections.abc import Collection

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.thinking_keys import found_again, thinking_of
from sendable.wire.paths import Path

WHAT = "left out thinking that earlier requests of the conversation had lost"


def leave_out(draft: Draft, removed: Collection[Path]) -> None:
    """Drop the thinking that stood at these places in the request as it was given."""
    past = draft.past
    if not removed or past.index is None:
        return
    before, now = thinking_of(past.index), thinking_of(draft.index)
    for at, block in zip(found_again(before, now), now, strict=True):
        gone = at is not None and past.origins.of(before[at].path) in removed
        if gone and draft.may("", block.path, Loss.DROPS, WHAT):
            draft.drop(block, "")
