"""The rule `system-text-blank`."""

from sendable.contract.blank_texts import is_blank
from sendable.contract.evidence import reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, text, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CONTENT,
    when=("system=",),
    message="system: text content blocks must be non-empty",
    variants={"blank": "system: text content blocks must contain non-whitespace text"},
    evidence=[reported("public source code that quotes both texts", "2026-10")],
    breaks=request(user("Hi"), system=[text("Be brief."), text("")]),
    spares=request(user("Hi"), system=""),
)
def system_text_blank(index: Index, target: Target) -> Hits:
    """A block of the system prompt has text.

    Prompts that are put together from parts leave a block behind for a part that is missing. A system prompt given as
    an empty string is not looked at.
    """
    for block in index.system:
        text = block.value.get("text")
        if block.position >= 0 and block.kind == "text" and is_blank(text):
            yield hit(block.path, "blank" if text else "")
