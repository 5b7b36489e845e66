"""The rule `thinking-signature-missing`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("thinking",),
    message="{path}.thinking.signature: Field required",
    variants={"type": "{path}.thinking.signature: Input should be a valid string"},
    also=("{path}.thinking.signature.str: Input should be a valid string",),
    evidence=[
        reported("earendil-works/pi#2063; oh-my-pi PR 333; bifrost#5638", "2026-08"),
        documented("anthropic 2.14, types/beta/beta_thinking_block_param.py: signature is required", "2026-11"),
    ],
    breaks=request(user("Hi"), assistant({"type": "thinking", "thinking": "Well."}, text("Hello.")), user("Go on.")),
    spares=request(user("Hi"), assistant(thinking(), text("Hello.")), user("Go on.")),
    only_claims=True,
    claims=(("missing", "ThinkingBlock", "signature"), ("type", "ThinkingBlock", "signature")),
)
def thinking_signature_missing(index: Index, target: Target) -> Hits:
    """A thinking block carries the signature that it was given.

    The signature comes last in a stream, so a stream that broke off has none. Reasoning of another vendor never had
    one: it cannot be replayed as thinking. Bedrock answers the same, with a sentence in front.
    """
    for fault in claimed(index, "thinking-signature-missing"):
        yield hit(fault.path[:-1], "type" if fault.kind == "type" else "")
