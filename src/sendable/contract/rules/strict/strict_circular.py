"""The rule `strict-circular`."""

from sendable.contract.evidence import documented, recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.strict_schemas import circle, strict_schemas
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_NODE = {
    "type": "object",
    "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}},
    "required": ["next"],
    "additionalProperties": False,
}
_SCHEMA = {**_NODE, "$defs": {"Node": _NODE}}


@rule(
    phase=Phase.TOOLS,
    when=("tools=", "output_config=", "output_format="),
    asks=strict_schemas,
    message="{loc}: Invalid schema: Circular reference detected in schema definitions: {circle}. "
    "Self-referencing or mutually-referencing definitions are not supported.",
    evidence=[
        recorded("rig strict_schema_matrix, claude-sonnet-4-6 (undated, read in 2026-11)", "2026-11"),
        documented("build-with-claude/structured-outputs", "2026-10-08"),
    ],
    breaks=request(user("Hi"), tools=[tool(schema=_SCHEMA, strict=True)]),
    spares=request(user("Hi"), tools=[tool(schema=_SCHEMA)]),
)
def strict_circular(index: Index, target: Target) -> Hits:
    """No definition in a compiled schema refers to itself, on whatever way.

    A tree, a linked list, any JSON value: such types are recursive, and no grammar is made of them.
    """
    for strict in strict_schemas(index):
        names = circle(strict.schema)
        if names:
            yield hit(strict.path, loc=strict.loc, circle=" -> ".join(names))
