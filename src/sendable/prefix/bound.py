"""The refusal of thinking that is bound to another conversation, in the API's words.

Recorded on claude-opus-5-5 (2026-09): the whole text, with the sentences about system and tools. The other sentences
are not on record in full; the API may word them otherwise.
"""

from typing import Any

from sendable.contract.evidence import best
from sendable.contract.finding import Finding
from sendable.contract.prefix_check import BINDING_BETA
from sendable.contract.rules.thinking.thinking_bound import LAW
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.paths import dotted

RULE = LAW.id
EVIDENCE = str(best(LAW.evidence))
SENTENCES = {
    "system": "The `system` prompt differs from the one this block was created with.",
    "tools": "The `tools` list differs from the one this block was created with.",
    "message": "The content of `messages.{at}` differs from what preceded this block when it was created.",
    "missing": "Content that preceded this block when it was created is missing from this request, starting at "
    "`messages.{at}.content.0`.",
    "messages": "The messages before this block differ from the ones it was created with.",
    "turn": "The content of `messages.{at}` before this block differs from what it was created with.",
    "chain": "A thinking block that preceded this block when it was created is missing or out of order.",
}


def sentence_of(what: str, at: int = 0) -> str:
    """The sentence that names what changed."""
    return SENTENCES[what].format(at=at)


def bound_finding(block: Block, sentence: str, target: Target, setting: Any = None) -> Finding:
    """The finding for a block whose prefix changed; it asks for the header unless that was sent.

    Args:
        block: the block.
        sentence: what changed.
        target: where the request goes. Where its betas are unknown, those were sent that the request needs.
        setting: the `thinking` of the request, which needs the header where it holds `block_binding`.
    """
    path = dotted(block.path)
    needed = isinstance(setting, dict) and "block_binding" in setting
    is_sent = needed if target.betas is None else BINDING_BETA in target.betas
    told = (LAW.message if is_sent else LAW.variants["header"]).format(path=path)
    kind = "ValidationException" if target.platform == "bedrock" else LAW.type
    return Finding(RULE, path, f"{told} {sentence}", LAW.status, kind, EVIDENCE, block.path)
