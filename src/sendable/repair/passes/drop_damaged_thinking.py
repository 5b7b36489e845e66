"""The pass `drop_damaged_thinking`."""

from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.thinking_chain import drop_thinking
from sendable.wire.kinds import THINKING


@repair_pass(
    "thinking-signature-missing", "thinking-empty", "thinking-signature-invalid", "redacted-data-invalid", "field-types"
)
def drop_damaged_thinking(draft: Draft) -> None:
    """Drop thinking that is unsigned, empty or visibly damaged, redacted thinking without its data included.

    A signature cannot be made, and reasoning told as text would become something that was said. The run that it stands
    in goes as a whole; on a model that checks the prefix all thinking behind it goes as well, in that turn and in later
    ones. Everything before would be the other choice, but the newest thinking is then bound to blocks that are gone.
    """
    rules = {
        finding.place[:4]: finding.rule
        for finding in reversed(draft.findings)
        if finding.rule != "field-types" or len(finding.place) == 5
    }
    doomed = {
        block: rules[block.path]
        for message in draft.index.messages
        for block in message.blocks
        if block.kind in THINKING and block.path in rules
    }
    drop_thinking(draft, doomed, "dropped thinking that is unsigned, empty or damaged")
