"""The rule `strict-additional-properties`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.strict_schemas import strict_schemas, subschemas
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_OPEN = {"type": "object", "properties": {}}


@rule(
    phase=Phase.TOOLS,
    when=("tools=", "output_config=", "output_format="),
    asks=strict_schemas,
    message="{loc}: For 'object' type, 'additionalProperties' must be explicitly set to false",
    evidence=[
        measured("LX findings; live tests on claude-opus-5-5", "2026-09-27"),
        documented("build-with-claude/structured-outputs", "2026-10-08"),
    ],
    breaks=request(user("Hi"), tools=[tool(schema=_OPEN, strict=True)]),
    spares=request(user("Hi"), tools=[tool(schema={**_OPEN, "additionalProperties": False}, strict=True)]),
)
def strict_additional_properties(index: Index, target: Target) -> Hits:
    """Every object in a compiled schema says `additionalProperties: false`.

    Schemas made from types leave it out, and a map with free keys cannot say it.
    """
    for strict in strict_schemas(index):
        for node in subschemas(strict.schema):
            if (
                isinstance(node, dict)
                and node.get("type") == "object"
                and node.get("additionalProperties") is not False
            ):
                yield hit(strict.path, loc=strict.loc)
                break
