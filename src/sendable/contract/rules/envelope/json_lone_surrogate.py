"""The rule `json-lone-surrogate`."""

from sendable.contract.evidence import reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.JSON,
    message="The request body is not valid JSON: {kind}: line {line} column {column} (char {offset})",
    evidence=[
        reported("anthropics/claude-code#60394, #1762, #8108 and three more; mastra#15573", "2026-05"),
    ],
    breaks=request(user("Done \ud83d")),
    spares=request(user("Done \U0001f600")),
)
def json_lone_surrogate(index: Index, target: Target) -> Hits:
    """Every surrogate of a JSON text is half of a pair.

    A character outside the basic plane is written as two escapes. Text that was cut to a length in UTF-16 units can
    lose one of them; the parser in front of the API then refuses the whole body. Parsers that read such a text hand on
    a string that no UTF-8 can hold. For a request that was given as a value the place is that in compact JSON.
    """
    found = index.source.surrogate
    if found is not None:
        yield hit((), kind=found.kind, line=found.line, column=found.column, offset=found.offset)
