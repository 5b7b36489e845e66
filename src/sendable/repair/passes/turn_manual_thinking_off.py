"""The pass `turn_manual_thinking_off`."""

from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_runs import turn_thinking_off


@repair_pass("thinking-first", unstable="thinking is asked for again once the tool loop is over")
def turn_manual_thinking_off(draft: Draft) -> None:
    """Turn manual thinking off for a request whose tool loop has none.

    A block of thinking cannot be made up. The rest of the loop goes on without; the next question of the user may ask
    for it again. Models that know adaptive thinking only are asked for that.
    """
    if draft.findings:
        turn_thinking_off(draft, "thinking-first")
