"""The rule `tool-schema-invalid`."""

from sendable.contract.evidence import documented
from sendable.contract.json_schema import is_schema
from sendable.contract.plain_tools import PROPERTY_NAME, unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_PATTERN = "^[a-zA-Z0-9_.-]{1,64}$"


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="tools.{at}.custom.input_schema.properties: Property keys should match pattern '{pattern}'",
    variants={
        "draft": "tools.{at}.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12",
    },
    evidence=[documented("errors page of Claude Code", "2026-10")],
    breaks=request(user("Hi"), tools=[tool(schema={"type": "object", "properties": {"$filter": {"type": "string"}}})]),
    spares=request(
        user("Hi"),
        tools=[tool(schema={"type": "object", "properties": {"q": {"type": "object", "properties": {"$in": {}}}}})],
    ),
    unrepairable="to rename a property would change the arguments that the tool is called with",
)
def tool_schema_invalid(index: Index, target: Target) -> Hits:
    """An input schema is one of JSON Schema draft 2020-12, with plain names for the arguments.

    The names are judged at the top level only. Older drafts wrote tuples as a list in `items`, `required` as a flag and
    `exclusiveMinimum` as one; other vendors know a type `any`. Judged here is what the draft's own meta schema says of
    the shape of its keywords.
    """
    for block in index.tools:
        schema = block.value.get("input_schema") if block.kind == "custom" else None
        if not isinstance(schema, dict):
            continue
        properties = schema.get("properties")
        if not is_schema(schema):
            yield hit((*block.path, "input_schema"), "draft", at=block.position)
        elif isinstance(properties, dict) and not all(PROPERTY_NAME.fullmatch(key) for key in properties):
            yield hit((*block.path, "input_schema", "properties"), at=block.position, pattern=_PATTERN)
