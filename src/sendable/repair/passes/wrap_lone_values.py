"""The pass `wrap_lone_values`."""

from typing import Any

import msgspec

from sendable.contract.finding import Finding
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path, found
from sendable.wire.schema import message_faults

_SWITCHES = {"true": True, "false": False}


@repair_pass("field-types", "bedrock-malformed-input")
def wrap_lone_values(draft: Draft) -> None:
    """Give a value the form that the API wants where only the form is wrong.

    One block in the place of a list of blocks becomes a list of one, a string in a list of blocks becomes a text block,
    and a number or a switch that was written as a string becomes what it says. Everything else stays: its meaning would
    be a guess.
    """
    for finding in draft.findings:
        held = found(draft.index.request, finding.place)
        formed = _formed(finding, held)
        if formed is not None and draft.may(finding.rule, finding.place, Loss.KEEPS, "gave the value its right form"):
            draft.set(finding.place, formed)


def _formed(finding: Finding, held: Any) -> Any:
    """The value in its right form; None where that is not certain."""
    path = finding.place
    field = path[-1]
    if isinstance(held, dict):
        return [held] if _stands_for_list(path, held) else None
    if not isinstance(held, str):
        return None
    if isinstance(field, int) and path[-2] in ("content", "system"):
        return {"type": "text", "text": held} if held.strip() else None
    if path == ("stop_sequences",):
        return [held]
    if finding.message.endswith("should be a valid boolean"):
        return _SWITCHES.get(held.strip().lower())
    return _number(held, finding.message.rpartition(" ")[2])


def _stands_for_list(path: Path, held: dict[str, Any]) -> bool:
    if path == ("messages",):
        return "role" in held and "content" in held
    if path[-1] not in ("content", "system"):
        return False
    # only a block that is whole: one more finding in another place would be no repair
    faults = message_faults({"role": "user", "content": [held]}, 0)
    return all(fault.kind == "new" for fault in faults)


def _number(text: str, wanted: str) -> Any:
    """The number that a text says, as JSON writes numbers, where the API wants an "integer" or a "number"."""
    try:
        value = msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    kinds = {"integer": (int,), "number": (int, float)}.get(wanted, ())
    return value if isinstance(value, kinds) and not isinstance(value, bool) else None
