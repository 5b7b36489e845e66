"""The rule `strict-optional`."""

from sendable.contract.evidence import recorded, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.strict_schemas import first_over, optional_parameters, strict_schemas
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_MOST = 24


def _schema(n: int) -> dict[str, object]:
    return {"type": "object", "properties": {f"p{i}": {"type": "string"} for i in range(n)}, "required": [],
            "additionalProperties": False}  # fmt: skip


@rule(
    phase=Phase.TOOLS,
    when=("tools=", "output_config=", "output_format="),
    asks=strict_schemas,
    message="Schemas contains too many optional parameters ({n}), which would make grammar compilation inefficient. "
    "Reduce the number of optional parameters in your tool schemas (limit: 24).",
    evidence=[
        recorded("rig strict_schema_limits, claude-sonnet-4-6 (undated, read in 2026-11)", "2026-11"),
        reported("elie222/inbox-zero#2323", "2026-06"),
    ],
    breaks=request(user("Hi"), tools=[tool(schema=_schema(25), strict=True)]),
    spares=request(user("Hi"), tools=[tool("a", _schema(12), strict=True), tool("b", _schema(12), strict=True)]),
)
def strict_optional(index: Index, target: Target) -> Hits:
    """All compiled schemas of a request together have at most 24 optional parameters.

    Each property that `required` does not name is one. (One schema that has so many alone may still be refused as too
    complex; that is the server's to find.)
    """
    total, over = first_over([(s.path, optional_parameters(s.schema)) for s in strict_schemas(index)], _MOST)
    if over is not None:
        yield hit(over, n=total)
