"""The rule `tool-schema-root-combinator`."""

from sendable.contract.evidence import reported
from sendable.contract.plain_tools import ROOT_UNIONS, unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_NESTED = {"type": "object", "properties": {"at": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="tools.{at}.custom.input_schema: input_schema does not support oneOf, allOf, or anyOf at the top level",
    evidence=[reported("source of more than ten public projects", "2026-10")],
    breaks=request(user("Hi"), tools=[tool(schema={"type": "object", "oneOf": [{"required": ["a"]}]})]),
    spares=request(user("Hi"), tools=[tool(schema=_NESTED)]),
    unrepairable="to flatten the schema would show the model another tool",
)
def tool_schema_root_combinator(index: Index, target: Target) -> Hits:
    """The root of an input schema holds no `oneOf`, `allOf` or `anyOf`.

    Below the root they are fine. Discriminated unions end up there, and schemas that say "one of these must be given".
    """
    for block in index.tools:
        schema = block.value.get("input_schema") if block.kind == "custom" else None
        if isinstance(schema, dict) and schema.get("type") == "object" and any(schema.get(key) for key in ROOT_UNIONS):
            yield hit((*block.path, "input_schema"), at=block.position)
