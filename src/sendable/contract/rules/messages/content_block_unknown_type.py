"""The rule `content-block-unknown-type`."""

from sendable.contract.availability import absent_blocks, may_be_absent, tag_text
from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed, faults_by_rule
from sendable.targets import Target
from sendable.wire.build import request, text, user
from sendable.wire.index import Index


def _in_question(index: Index) -> bool:
    """Whether the body does not fit the schema, or holds blocks that not every target knows."""
    return may_be_absent(index) or bool(faults_by_rule(index))


@rule(
    phase=Phase.FIELDS,
    asks=_in_question,
    message="{loc}: Input tag '{tag}' found using 'type' does not match any of the expected tags: {tags}",
    evidence=[
        measured("agent probe of an unknown block type", "2026-09-04"),
        documented("official SDK 2.14, BetaContentBlockParam; the platform pages", "2026-11"),
    ],
    breaks=request(user(text("Hi"), {"type": "tool_reference", "tool_name": "search"})),
    spares=request(user(text("Hi"))),
    claims=(("tag", "UserMessage", "content"), ("tag", "AssistantMessage", "content")),
)
def content_block_unknown_type(index: Index, target: Target) -> Hits:
    """A message holds only blocks of the types that its platform and betas know there.

    A block that belongs into another place (a `tool_reference` outside a tool result), one whose beta is known not to
    be sent, and one that the platform does not have are refused alike. A type that stands nowhere in the SDK is merely
    new, and passes.
    """
    for fault in claimed(index, "content-block-unknown-type"):
        tag, tags = tag_text(fault.text)
        yield hit(fault.path, loc=fault.loc, tag=tag, tags=tags)
    for block, tags in absent_blocks(index, target):
        yield hit(block.path, loc=".".join(map(str, block.path)), tag=block.kind, tags=tags)
