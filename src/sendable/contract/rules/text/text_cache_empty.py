"""The rule `text-cache-empty`."""

from sendable.contract.blank_texts import blank_texts
from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, cached, request, text, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("cache_control",),
    message="{path}.text: cache_control cannot be set for empty text blocks",
    variants={"system": "{path}: cache_control cannot be set for empty text blocks"},
    evidence=[
        reported("anthropics/claude-code#56409, #55606, and more than ten public sources", "2026-05"),
        documented("build-with-claude/prompt-caching: empty text blocks cannot be cached", "2026-10-08"),
    ],
    breaks=request(user("Hi"), assistant("Yes?", cached(text(""))), user("Go on.")),
    implies=("text-empty",),
    spares=request(user("Hi"), assistant(cached(text("Yes?"))), user("Go on.")),
)
def text_cache_empty(index: Index, target: Target) -> Hits:
    """A cache breakpoint stands on a text block that has text.

    Found before the emptiness itself. Code that marks the last block of a message does not look what that block is.
    """
    for block in blank_texts(index).empty:
        if block.value.get("cache_control") is not None:
            yield hit(block.path)
    for block in index.system:
        if block.kind == "text" and block.value.get("text") == "" and block.value.get("cache_control") is not None:
            yield hit(block.path, "system")
