"""The pass `drop_dangling_thinking`."""

from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_chain import drop_thinking
from sendable.wire.blocks import Block
from sendable.wire.kinds import THINKING

RULE = "final-block-thinking"


@repair_pass(RULE, unstable="thinking at the end of a turn stays once the turn goes on in a later message")
def drop_dangling_thinking(draft: Draft) -> None:
    """Drop the run of thinking that an assistant turn ends in, and the message when it held nothing else.

    It led to nothing that was said. A text put behind it would be made up. On a model that checks the prefix all later
    thinking goes with it where some in front stays, since a gap in the chain would make it fail.
    """
    ends = {finding.place for finding in draft.findings}
    doomed: dict[Block, str] = {}
    for turn in draft.index.turns:
        if turn.messages[-1].path not in ends:
            continue
        for block in reversed(turn.blocks):
            if block.kind not in THINKING:
                break
            doomed[block] = RULE
    ordered = sorted(doomed.items(), key=lambda item: (item[0].message, item[0].position))
    drop_thinking(draft, dict(ordered), "dropped thinking that nothing follows in its turn")
