"""The rule `text-empty`."""

from sendable.contract.blank_texts import any_blank, blank_texts
from sendable.contract.evidence import recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CONTENT,
    when=("text",),
    asks=any_blank,
    message="messages: text content blocks must be non-empty",
    evidence=[
        recorded("claude-sonnet-5: an empty text block", "2026-09-10"),
        reported("anthropics/claude-code#62150, #59812, #49171 and nine more; anthropic-sdk-python#461", "2026-05"),
    ],
    breaks=request(user(image(), text(""))),
    spares=request(user("Hi"), assistant(thinking(""), tool_use()), user(tool_result(content=""))),
)
def text_empty(index: Index, target: Target) -> Hits:
    """A text block holds at least one character.

    The message names no place. Images that were sent without a word bring an empty text along, so do streams that
    ended before the first character, and sometimes the API itself answers with such a block. An empty `thinking` that
    is signed and an empty result are another matter; both are accepted.
    """
    for block in blank_texts(index).empty:
        yield hit(block.path)
