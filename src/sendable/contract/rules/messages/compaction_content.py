"""The rule `compaction-content`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("compaction",),
    message="{loc}: String should have at least 1 character",
    evidence=[documented("OpenAPI description behind the official SDKs", "2026-10")],
    breaks=request(assistant({"type": "compaction", "content": ""}), user("And?")),
    spares=request(assistant({"type": "compaction", "content": None}), user("And?")),
    only_claims=True,
    claims=(("length", "CompactionBlock", "content"),),
)
def compaction_content(index: Index, target: Target) -> Hits:
    """The summary in a compaction block is a text with something in it, or null.

    Null is what the API gives when summarising failed, and a block with it does nothing. Stores that know no null write
    an empty string.
    """
    for fault in claimed(index, "compaction-content"):
        yield hit(fault.path, loc=fault.loc)
