"""The rule `tool-result-block-types`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tool_result",),
    message="{loc}: Input tag '{tag}' found using 'type' does not match any of the expected tags: {expected}",
    evidence=[documented("anthropic 2.14, ToolResultBlockParam", "2026-10")],
    breaks=request(user("Hi"), assistant(tool_use()), user(tool_result(content=[thinking()]))),
    spares=request(user("Hi"), assistant(tool_use()), user(tool_result(content=[text("42"), image()]))),
    only_claims=True,
    claims=(("tag", "ToolResultBlock", "content"),),
)
def tool_result_block_types(index: Index, target: Target) -> Hits:
    """A tool result holds text, images, documents, search results and tool references.

    A sub-agent whose whole answer is handed back as a result brings its thinking and its own calls with it.
    """
    for fault in claimed(index, "tool-result-block-types"):
        _, _, said = fault.text.partition("Input tag '")
        tag, _, expected = said.partition("' found using 'type' does not match any of the expected tags: ")
        yield hit(fault.path, loc=fault.loc, tag=tag, expected=expected)
