"""The pass `parse_json_input`."""

from typing import Any

import msgspec

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Json
from sendable.wire.paths import lookup

RULE = "tool-use-input-not-object"


@repair_pass(RULE)
def parse_json_input(draft: Draft) -> None:
    """Make the input of a call the JSON object that it stands for.

    JSON text of an object becomes that object. Nothing, null, an empty string and an empty list are what a call without
    arguments is stored as, and become `{}`. Anything else, such as JSON that was cut off, is kept as it came under the
    key `input`: mending the text would guess at arguments that nobody gave.
    """
    for finding in draft.findings:
        call = lookup(draft.index.request, finding.place[:-1])
        value = call.get("input")
        parsed = _meant(value)
        if parsed is not None:
            what = "parsed the input" if parsed else "made the empty input an object"
            if draft.may(RULE, finding.place, Loss.KEEPS, what):
                draft.set(finding.place, parsed)
        elif draft.may(RULE, finding.place, Loss.DEMOTES, "put the input that is no object into one"):
            draft.set(finding.place, {"input": value})


def _meant(value: Any) -> Json | None:
    """The object that an input stands for, or None."""
    for _ in range(2):  # text may hold text: some gateways encode arguments twice
        if isinstance(value, str) and value.strip():
            value = _parsed(value)
    if value is None or value in ("", []) or (isinstance(value, str) and not value.strip()):
        return {}
    return value if isinstance(value, dict) else None


def _parsed(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return False
