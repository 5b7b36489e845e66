"""The rule `redacted-data-invalid`."""

from sendable.contract.blank_texts import is_blank
from sendable.contract.evidence import reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, user
from sendable.wire.index import Index


@rule(
    phase=Phase.THINKING,
    when=("redacted_thinking",),
    message="{path}: Invalid `data` in `redacted_thinking` block",
    evidence=[reported("public source code that quotes the error", "2026-10")],
    breaks=request(user("Hi"), assistant({"type": "redacted_thinking", "data": ""}, text("Hello.")), user("Go on.")),
    spares=request(
        user("Hi"), assistant({"type": "redacted_thinking", "data": "EmwKAhgBEgy3va3p"}, text("Hello.")), user("Go on.")
    ),
)
def redacted_data_invalid(index: Index, target: Target) -> Hits:
    """Redacted thinking carries the data that it was given.

    Only the empty data of a stored placeholder shows offline; whether other data is true, only the server can tell.
    """
    for block in index.blocks("redacted_thinking"):
        if is_blank(block.value.get("data")):
            yield hit(block.path)
