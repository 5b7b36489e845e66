"""The rule `thinking-field-missing`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("thinking",),
    message="{path}.thinking.thinking: Field required",
    evidence=[
        reported("public source code that quotes the error", "2026-10"),
        documented("build-with-claude/preserved-thinking: serializers that drop empty fields", "2026-10-10"),
    ],
    breaks=request(
        user("Hi"), assistant({"type": "thinking", "signature": "EqQBCgIYAhIM"}, text("Hello.")), user("Go on.")
    ),
    spares=request(user("Hi"), assistant(thinking(""), text("Hello.")), user("Go on.")),
    only_claims=True,
    claims=(("missing", "ThinkingBlock", "thinking"),),
)
def thinking_field_missing(index: Index, target: Target) -> Hits:
    """A thinking block has its `thinking`, empty where its text was omitted.

    Models that omit the text of their thinking give an empty string, and a serializer that leaves out empty fields
    takes it away. The signature holds what was thought.
    """
    for fault in claimed(index, "thinking-field-missing"):
        yield hit(fault.path[:-1])
