"""A draft on a request, as a pass gets it, and what comes out when the pass is done."""

from typing import Any

from sendable.contract.check import judged
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.leftovers import settle_leftovers
from sendable.repair.options import Options
from sendable.repair.thinking_runs import settle_joined_runs
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.edit import Origins
from sendable.wire.index import Index

Json = dict[str, Any]


def draft_of(request: Any, target: Target | None = None, options: Options | None = None) -> Draft:
    """A draft of a pass named `some_pass`."""
    index = Index(request)
    settled = (target or Target()).for_request(index.request)
    return Draft("some_pass", index, settled, options or Options(), judged(index, settled), Origins())


def settled(draft: Draft) -> Json:
    """The outcome of a draft, with what its drops leave behind."""
    settle_leftovers(draft)
    settle_joined_runs(draft)
    request: Json = draft.edit.done()[0]
    return request


def block_at(draft: Draft, message: int, position: int) -> Block:
    """A top-level block by its place; -1 for the bare string."""
    return next(block for block in draft.index.messages[message].blocks if block.position == position)


def told(draft: Draft) -> list[tuple[str, str, str]]:
    """The changes of a draft: rule, path and loss."""
    return [(change.rule, change.path, str(change.loss)) for change in draft.changes]


__all__ = ["Loss", "block_at", "draft_of", "settled", "told"]
