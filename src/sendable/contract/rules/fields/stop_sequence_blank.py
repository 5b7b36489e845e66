"""The rule `stop-sequence-blank`."""

from sendable.contract.evidence import reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("stop_sequences=",),
    message="stop_sequences: each stop sequence must contain non-whitespace",
    evidence=[reported("public source code that quotes an answer captured live", "2026-10-04")],
    breaks=request(user("Hi"), stop_sequences=["END", "\n"]),
    spares=request(user("Hi"), stop_sequences=["END", "\n#"]),
)
def stop_sequence_blank(index: Index, target: Target) -> Hits:
    """A stop sequence holds at least one character that can be seen.

    Other APIs stop at a newline, and settings for them are carried over.
    """
    sequences = index.request["stop_sequences"]
    if isinstance(sequences, (list, tuple)):
        for at, sequence in enumerate(sequences):
            if isinstance(sequence, str) and not sequence.strip():
                yield hit(("stop_sequences", at))
