"""The pass `keep_useful_breakpoints`."""

from sendable.contract.cache_marks import MOST, explicit, outermost, takes_a_place
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import SYSTEM, TOOLS, Block


@repair_pass(
    "cache-too-many",
    unstable="the newest breakpoints are kept, so an older one goes once a newer one comes",
    marks=True,
)
def keep_useful_breakpoints(draft: Draft) -> None:
    """Keep the cache breakpoints that the next request can still use, and take the others away.

    Those are the last one on the tools, the last one of the system prompt, then the newest ones in the messages: what
    stands before an older one is cached with the newer one as well. Keeping the first four in reading order, as some
    clients do, would leave the growing end of the conversation uncached.
    """
    index = draft.index
    marks = explicit(index)
    kept = set(_by_use(marks)[: MOST - takes_a_place(index)])
    for block in marks:
        path = (*block.path, "cache_control")
        if block not in kept and draft.may("cache-too-many", path, Loss.KEEPS, "took away a cache breakpoint too many"):
            draft.unset(path)


def _by_use(marks: list[Block]) -> list[Block]:
    """The marked blocks, the most useful first."""
    tools = [block for block in marks if block.message == TOOLS]
    system = [block for block in marks if block.message == SYSTEM]
    newest = sorted((block for block in marks if block.message >= 0), key=_age)
    return [*tools[-1:], *system[-1:], *newest, *reversed(system[:-1]), *reversed(tools[:-1])]


def _age(block: Block) -> tuple[int, int, bool]:
    """A key that puts the newest first; of a block and what is nested in it the block, which holds the other."""
    outer = outermost(block)
    return (-outer.message, -outer.position, outer is not block)
