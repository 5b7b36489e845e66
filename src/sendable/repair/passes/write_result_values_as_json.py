"""The pass `write_result_values_as_json`."""

import json
from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.kinds import kinds
from sendable.wire.paths import Path, found

RULE = "field-types"


@repair_pass(RULE)
def write_result_values_as_json(draft: Draft) -> None:
    """Write a value that a tool returned, and that nobody made a content of, as its JSON text.

    Numbers, switches and objects are what frameworks pass on that forget to make text of them. A block of a known kind
    that is merely broken is left: it was meant as that. So is null, which is nothing.
    """
    done: set[Path] = set()
    for finding in draft.findings:
        block = found(draft.index.request, finding.place[:4])
        if not isinstance(block, dict) or block.get("type") != "tool_result" or finding.place[4:5] != ("content",):
            continue
        path = finding.place[:6] if isinstance(block.get("content"), (list, tuple)) else finding.place[:5]
        value = found(draft.index.request, path)
        if path in done or not _is_bare(value):
            continue
        if draft.may(RULE, path, Loss.DEMOTES, "wrote a value that the tool returned as its JSON text"):
            done.add(path)
            text = json.dumps(value, ensure_ascii=False)
            draft.set(path, text if len(path) == 5 else {"type": "text", "text": text})


def _is_bare(value: Any) -> bool:
    """Whether a value is neither a content nor meant as a block."""
    if isinstance(value, dict):
        kind = value.get("type")
        return not isinstance(value.get("text"), str) and (not isinstance(kind, str) or kind not in kinds())
    return isinstance(value, (bool, int, float))
