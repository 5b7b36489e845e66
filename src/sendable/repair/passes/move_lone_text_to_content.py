"""The pass `move_lone_text_to_content`."""

from typing import Any

from sendable.contract.blank_texts import is_blank
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import found

RULE = "unknown-nested-field"


@repair_pass(RULE)
def move_lone_text_to_content(draft: Draft) -> None:
    """Move the `text` of a message or of a tool result to its `content`, where that holds nothing.

    It is the only place where the words are; to leave the field out, as other refused fields, would lose them.
    """
    for finding in draft.findings:
        place, name = finding.place[:-1], finding.place[-1]
        holder = found(draft.index.request, place)
        if name != "text" or not _lacks_content(holder) or is_blank(holder["text"]):
            continue
        if isinstance(holder["text"], str) and draft.may(
            finding.rule, finding.place, Loss.KEEPS, "moved the text to the content, which held nothing"
        ):
            draft.edit.set((*place, "content"), holder["text"], {(): finding.place})
            draft.unset(finding.place)


def _lacks_content(holder: Any) -> bool:
    if not isinstance(holder, dict) or holder.get("content"):
        return False
    return isinstance(holder.get("role"), str) or holder.get("type") == "tool_result"
