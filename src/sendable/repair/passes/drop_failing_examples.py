"""The pass `drop_failing_examples`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path, lookup

_RULE = "tool-input-examples"


@repair_pass(_RULE)
def drop_failing_examples(draft: Draft) -> None:
    """Drop the input examples that do not fit the schema of their tool.

    An example is a hint. To change it would be to guess how its author would call the tool today.
    """
    failing: dict[Path, list[Path]] = {}
    for finding in draft.findings:
        if draft.may(_RULE, finding.place, Loss.DROPS, "dropped an example that does not fit the schema"):
            failing.setdefault(finding.place[:-1], []).append(finding.place)
    for path, places in failing.items():
        gone = len(lookup(draft.index.request, path)) == len(places)
        for place in [path] if gone else places:
            draft.unset(place)
