"""The rule `thinking-signature-invalid`."""

from sendable.contract.evidence import documented, recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.signatures import is_damaged, reads_signatures
from sendable.targets import Target
from sendable.wire.blocks import Block, Message
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.grown import once_each
from sendable.wire.index import Index


@rule(
    phase=Phase.THINKING,
    when=("thinking",),
    message="{path}: Invalid `signature` in `thinking` block",
    also=("The model returned the following errors: {path}: Invalid `signature` in `thinking` block",),
    evidence=[
        documented(
            "build-with-claude/preserved-thinking: tampered, truncated or empty, on every account", "2026-10-10"
        ),
        reported("anthropics/claude-code#10627, #42373; cline#7723 (Vertex); copilot-api#73; nagobot#21", "2026-09"),
        recorded("claude-sonnet-4 took a made-up signature: older models are left out", "2025-06", accepted=True),
    ],
    breaks=request(user("Hi"), assistant(thinking(signature="skip"), text("Hello.")), user("Go on.")),
    spares=request(user("Hi"), assistant(thinking(""), text("Hello.")), user("Go on.")),
)
def thinking_signature_invalid(index: Index, target: Target) -> Hits:
    """A signature is one that a model gave.

    Offline only what is surely damaged shows: an empty signature under thinking that has text, a placeholder, and
    characters or a length that base64 cannot have. Whether a sound-looking one is true, truncated or bound to another
    conversation, only the server can tell. Gateways that translate another vendor's reasoning make up such signatures.
    """
    if not reads_signatures(target):
        return
    for block in once_each(index, _damaged):
        yield hit(block.path)


def _damaged(message: Message) -> list[Block]:
    return [block for block in message.blocks if block.kind == "thinking" and _is_damaged(block)]


def _is_damaged(block: Block) -> bool:
    signature = block.value.get("signature")
    damaged = isinstance(signature, str) and is_damaged(signature)
    return damaged and (signature != "" or block.value.get("thinking") != "")
