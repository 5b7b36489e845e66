"""The pass `drop_orphan_native_results`."""

from sendable.contract.native_pairs import native_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("server-result-orphan")
def drop_orphan_native_results(draft: Draft) -> None:
    """Drop a native result whose call is gone.

    A call cannot be made up: its id and its input belong to a sampling that nobody has any more.
    """
    for block in native_pairs(draft.index).orphans:
        if draft.may("server-result-orphan", block.path, Loss.DROPS, "dropped the native result, whose call is gone"):
            draft.drop(block, "server-result-orphan")
