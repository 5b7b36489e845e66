"""Client calls that code of a native call made, once that native call is gone."""

from sendable.contract.native_pairs import caller_of
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.index import Block


def make_direct(draft: Draft, dropped: list[Block], rule: str) -> None:
    """Take the `caller` off the client calls whose code was dropped; the results keep answering them."""
    ids = {block.value.get("id") for block in dropped if isinstance(block.value.get("id"), str)}
    if not ids:
        return
    for call in draft.index.blocks("tool_use"):
        if caller_of(call.value) in ids and draft.may(
            rule, call.path, Loss.DEMOTES, "made the call a direct one, since the code that made it was dropped"
        ):
            draft.unset((*call.path, "caller"))
