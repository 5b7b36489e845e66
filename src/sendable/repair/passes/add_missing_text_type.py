"""The pass `add_missing_text_type`."""

from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import found

RULE = "field-types"
_FIELDS = frozenset({"text", "cache_control", "citations", "type"})


@repair_pass(RULE, "content-block-unknown-type")
def add_missing_text_type(draft: Draft) -> None:
    """Name the type of a block that is a text for all that it holds.

    The Converse API writes text blocks without a type, and converters pass them on. Any other block without a type is
    left alone: its fields allow several.
    """
    for finding in draft.findings:
        path = finding.place[:-1] if finding.place[-1:] == ("type",) else finding.place
        block = found(draft.index.request, path)
        if _is_text(block) and draft.may(finding.rule, path, Loss.KEEPS, "named the type of the text block"):
            draft.set(path, {"type": "text", **{name: held for name, held in block.items() if name != "type"}})


def _is_text(block: Any) -> bool:
    """Whether a block without a type of its own is a text."""
    return (
        isinstance(block, dict)
        and not block.get("type")
        and isinstance(block.get("text"), str)
        and _FIELDS.issuperset(block)
    )
