"""The rule `tool-schema-missing`."""

from sendable.contract.evidence import measured, recorded
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tools=",),
    asks=unusual_tools,
    message="tools.{at}.custom.input_schema.type: Field required",
    variants={
        "schema": "tools.{at}.custom.input_schema: Field required",
        "kind": "tools.{at}.custom.input_schema.type: Input should be 'object'",
        "shape": "tools.{at}.custom.input_schema: Input does not match the expected shape.",
    },
    evidence=[
        recorded(
            "claude-sonnet-4-6: root `$ref`, root `anyOf`, scalar roots (undated, read in 2026-11)",
            "2026-11",
            of=("", "kind"),
        ),
        measured("AEGIS probe: the other texts", "2026-08-28"),
    ],
    claims=(("missing", "Tool", "input_schema"),),
    breaks=request(user("Hi"), tools=[tool(schema={"properties": {"q": {"type": "string"}}})]),
    spares=request(user("Hi"), tools=[tool(schema={"type": "object"})]),
    unrepairable="any schema in the place of none, of a union or of a scalar would be another tool",
)
def tool_schema_missing(index: Index, target: Target) -> Hits:
    """The input schema of a custom tool is there, and its root is of type `object`.

    The root must say so itself: a `$ref` to an object, or a union of objects, is not enough. `properties` may be left
    out. Schemas made from type hints name no type at the root, and tools without parameters come without a schema.
    """
    for fault in claimed(index, "tool-schema-missing"):
        yield hit(fault.path, "schema", at=fault.path[1])
    for block in index.tools:
        if block.kind == "custom" and "input_schema" in block.value:
            yield from _judged(block)


def _judged(block: Block) -> Hits:
    schema = block.value["input_schema"]
    path = (*block.path, "input_schema")
    if not isinstance(schema, dict):
        yield hit(path, "shape", at=block.position)
    elif "type" not in schema:
        yield hit((*path, "type"), at=block.position)
    elif schema["type"] != "object":
        yield hit((*path, "type"), "kind", at=block.position)
