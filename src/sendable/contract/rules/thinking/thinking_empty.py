"""The rule `thinking-empty`."""

from sendable.contract.evidence import measured, recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block, Message
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.grown import once_each
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("thinking",),
    message="{path}.thinking: each thinking block must contain thinking",
    evidence=[
        measured("public source: probe on claude-opus-5-5", "2026-09-28"),
        recorded("eleven requests with empty thinking that is signed: accepted", "2026-09", accepted=True),
    ],
    breaks=request(user("Hi"), assistant(thinking("", signature=""), text("Hello.")), user("Go on.")),
    spares=request(user("Hi"), assistant(thinking(""), text("Hello.")), user("Go on.")),
)
def thinking_empty(index: Index, target: Target) -> Hits:
    """A thinking block holds text, or a signature, or both.

    With neither there is nothing to give back to the model. Streams that were aborted right after the block had begun
    leave it behind, and frameworks that make an empty block for a model that did not think.
    """
    for block in once_each(index, _empty):
        yield hit(block.path)


def _empty(message: Message) -> list[Block]:
    return [block for block in message.blocks if block.kind == "thinking" and _is_empty(block)]


def _is_empty(block: Block) -> bool:
    return bool(block.value.get("thinking") == "" and block.value.get("signature") == "")
