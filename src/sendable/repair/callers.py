"""Calls that code of a native call made, once that native call is gone."""

from sendable.contract.native_pairs import caller_of
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.index import Block


def make_direct(draft: Draft, gone: list[Block], rule: str, kinds: tuple[str, ...] = ("tool_use",)) -> None:
    """Take the `caller` off the calls of these kinds whose code is gone; the results keep answering them."""
    ids = {block.value.get("id") for block in gone if isinstance(block.value.get("id"), str)}
    if not ids:
        return
    for call in draft.index.blocks(*kinds):
        caller = caller_of(call.value)
        if (
            isinstance(caller, str)
            and caller in ids
            and draft.may(
                rule, call.path, Loss.DEMOTES, "made the call a direct one, since the code that made it is gone"
            )
        ):
            draft.unset((*call.path, "caller"))
