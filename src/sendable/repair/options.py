"""What a caller allows a repair to do."""

import msgspec

from sendable.repair.change import Loss


class Options(msgspec.Struct, frozen=True, omit_defaults=True):
    """Options of a repair.

    Attributes:
        max_loss: the highest loss a change may have.
        invent: whether a change may put in what nobody said: the result of a call, a user turn behind a prefill.
        keep_orphans: tell an orphan result as text instead of dropping it.
        keep_tool_search: leave a tool search in flight where it is.
        add_betas: whether betas may be asked for that the known ones lack.
    """

    max_loss: Loss = Loss.DROPS
    invent: bool = True
    keep_orphans: bool = False
    keep_tool_search: bool = False
    add_betas: bool = False
