"""The rule `field-types`."""

from collections.abc import Iterator

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.malformed import malformed_contents
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed, faults_by_rule
from sendable.targets import Target
from sendable.wire.build import request, text, user
from sendable.wire.index import Index

# The API's words for a fault, by how they begin; the first fits a field that is missing.
_WORDINGS = {
    "input": "Input should be ",
    "shape": "Input does not ",
    "string": "String should ",
    "tag": "Input tag ",
    "extra": "Extra inputs ",
    "bounds": "must be ",
    "range": "range: ",
}

_REQUIRED = frozenset({"model", "max_tokens", "messages"})


def _incomplete(index: Index) -> bool:
    """Whether the body lacks a field that most must have, or does not fit the schema."""
    return not index.request.keys() >= _REQUIRED or bool(faults_by_rule(index))


@rule(
    phase=Phase.FIELDS,
    asks=_incomplete,
    message="{loc}: Field required",
    variants={name: "{loc}: " + words + "{rest}" for name, words in _WORDINGS.items()},
    also=("{loc}: Input should be a valid list",),
    evidence=[
        recorded("claude-sonnet-4-6: temperature below 0 (undated, read in 2026-11)", "2026-11", of=("temperature",)),
        measured(
            "agent probes on claude-sonnet-5: one field after the other, each as null and as another type", "2026-08-31"
        ),
        documented("official SDK 2.14, types/beta/*_param.py", "2026-11"),
    ],
    breaks=request(user({"text": "Hi"}), temperature=2) | {"stream": None},
    spares=request(user(text("Hi")), temperature=1, metadata={"user_id": None}),
    unrepairable="a value that is missing, or that may mean several things, is for the caller to give",
)
def field_types(index: Index, target: Target) -> Hits:
    """Every field that must be there is there, and every value is of its type and within its bounds.

    `null` is not the same as left out: `temperature`, `top_k`, `top_p` and `stream` want to be omitted, `metadata`,
    `stop_sequences` and `container` may be null. Bodies break this when they were written for another API, when a
    serializer writes what is unset as null, and when a store changed numbers into strings.
    """
    for name in _missing(index, target):
        yield hit((name,), loc=name)
    elsewhere = malformed_contents(index, target)
    for fault in claimed(index, "field-types"):
        if fault.path in elsewhere:
            continue
        variant = next((name for name, words in _WORDINGS.items() if fault.text.startswith(words)), "")
        rest = fault.text.removeprefix(_WORDINGS[variant]) if variant else ""
        yield hit(fault.path, variant, loc=fault.loc, rest=rest)


def _missing(index: Index, target: Target) -> Iterator[str]:
    """Required fields of the body that are not there."""
    body = index.request
    if index.source.shape == "messages" or (target.platform == "bedrock" and "prompt" in body):
        return
    if not target.is_cloud and "model" not in body:
        yield "model"
    if target.endpoint != "count_tokens" and "max_tokens" not in body:
        yield "max_tokens"
    if "messages" not in body:
        yield "messages"
