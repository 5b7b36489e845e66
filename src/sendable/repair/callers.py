"""Calls that code of a native call made, once that native call is gone."""

from collections.abc import Container, Iterator

from sendable.contract.native_pairs import caller_of
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS


def make_direct(draft: Draft, gone: list[Block], rule: str, kinds: tuple[str, ...] = ("tool_use",)) -> None:
    """Take the `caller` off the calls of these kinds whose code is gone; the results keep answering them."""
    if not gone:
        return
    ids = {block.value.get("id") for block in gone if isinstance(block.value.get("id"), str)}
    dropped = set(gone)
    for call, made_by in _called(draft.index, kinds):
        if (made_by in dropped if made_by is not None else caller_of(call.value) in ids) and draft.may(
            rule, call.path, Loss.DEMOTES, "made the call a direct one, since the code that made it is gone"
        ):
            draft.unset((*call.path, "caller"))


def _called(index: Index, kinds: Container[str]) -> Iterator[tuple[Block, Block | None]]:
    """The blocks that name a caller, each with the native call that it names: the last one of that id before it."""
    latest: dict[str, Block] = {}
    for message in index.messages:
        for block in message.blocks:
            if block.kind in kinds and isinstance(caller := caller_of(block.value), str):
                yield block, latest.get(caller)
            if block.kind in NATIVE_CALLS and isinstance(name := block.value.get("id"), str):
                latest[name] = block
