"""The rule `strict-unions`."""

from sendable.contract.evidence import recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.strict_schemas import first_over, strict_schemas, union_parameters
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_MOST = 16


def _schema(n: int) -> dict[str, object]:
    names = [f"p{i}" for i in range(n)]
    properties = {name: {"type": ["string", "null"]} for name in names}
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}


@rule(
    phase=Phase.TOOLS,
    when=("tools=", "output_config=", "output_format="),
    asks=strict_schemas,
    message="Schemas contains too many parameters with union types ({n} parameters with type arrays or anyOf). "
    "This causes exponential compilation cost. Reduce the number of nullable or union-typed parameters "
    "(limit: 16 parameters with unions).",
    evidence=[recorded("rig strict_schema_limits, claude-sonnet-4-6 (undated, read in 2026-11)", "2026-11")],
    breaks=request(user("Hi"), tools=[tool(schema=_schema(17), strict=True)]),
    spares=request(user("Hi"), tools=[tool("a", _schema(8), strict=True), tool("b", _schema(8), strict=True)]),
)
def strict_unions(index: Index, target: Target) -> Hits:
    """All compiled schemas of a request together have at most 16 parameters of more than one type.

    Nullable parameters count. Who makes optional parameters required and nullable, to get below the limit of those,
    meets this one.
    """
    total, over = first_over([(s.path, union_parameters(s.schema)) for s in strict_schemas(index)], _MOST)
    if over is not None:
        yield hit(over, n=total)
