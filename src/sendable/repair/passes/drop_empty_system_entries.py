"""The pass `drop_empty_system_entries`."""

from sendable.contract.system_runs import blanks, entries, says_nothing
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.message_fields import remove_empty
from sendable.repair.repair_pass import repair_pass
from sendable.repair.what_is_left import nothing_left
from sendable.wire.blocks import Message

RULE = "sys-empty"


@repair_pass(RULE)
def drop_empty_system_entries(draft: Draft) -> None:
    """Drop system entries that say nothing, and their blank texts.

    What such an entry was meant to say is not known. One that also sets the effort stays for that alone, and one that
    is all there is stays with its finding.
    """
    wanted = {finding.place[:2] for finding in draft.findings}
    found = [message for message in entries(draft.index) if message.path in wanted]
    if not nothing_left(draft, messages=[message for message in found if says_nothing(message)]):
        for message in found:
            _settle(draft, message)


def _settle(draft: Draft, message: Message) -> None:
    content = message.value.get("content")
    blank = blanks(message)
    held = len(content) if isinstance(content, list) else 1
    if content and len(blank) < held:
        for block in blank:
            if draft.may(RULE, block.path, Loss.DROPS, "dropped a blank text of a system entry"):
                draft.drop(block, RULE)
    elif message.value.get("output_config") is None:
        remove_empty(draft, message, RULE)
    elif draft.may(RULE, message.path, Loss.DROPS, "dropped the blank text of a system entry"):
        draft.set((*message.path, "content"), [])
