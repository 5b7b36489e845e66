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
    in goes as a whole. On a model that checks the prefix what is kept must be an unbroken run (documented 2026-10-10):
    what goes from the start leaves one, else all thinking behind it goes as well. All in front of it would be the other
    choice, but that was sent before, and what was sent stays.
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
