"""The rule `strict-unsupported-keyword`."""

from collections.abc import Iterator
from typing import Any

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.strict_schemas import strict_schemas, subschemas
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

# Keywords that were refused one by one (measured 2026-09-27 on claude-opus-5-5).
_REFUSED = {
    "array": ("maxItems", "contains", "prefixItems"),
    "integer": ("minimum",),
    "object": ("if", "dependentRequired", "unevaluatedProperties"),
}


def _schema(**count: Any) -> dict[str, Any]:
    properties = {
        "n": {"type": "integer", **count},
        "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
    }
    return {"type": "object", "properties": properties, "required": ["n", "tags"], "additionalProperties": False}


@rule(
    phase=Phase.TOOLS,
    when=("tools=", "output_config=", "output_format="),
    asks=strict_schemas,
    message="{loc}: For '{kind}' type, property '{keyword}' is not supported",
    variants={
        "union": "{loc}: Schema type 'oneOf' is not supported",
        "not": "{loc}: Schema keyword 'not' is not supported",
        "any": "{loc}: Empty schema ({{}}) that accepts any JSON value is not supported.",
    },
    evidence=[
        measured("a public test suite, one live request a keyword, claude-opus-5-5", "2026-09-27"),
        recorded("rig strict_schema_matrix: the boolean subschema (undated, read in 2026-11)", "2026-11", of=("any",)),
        documented("build-with-claude/structured-outputs", "2026-10-08"),
    ],
    breaks=request(user("Hi"), tools=[tool(schema=_schema(minimum=1), strict=True)]),
    spares=request(user("Hi"), tools=[tool(schema=_schema(description="one or more"), strict=True)]),
)
def strict_unsupported_keyword(index: Index, target: Target) -> Hits:
    """A compiled schema holds only what a grammar can be made of.

    Bounds of numbers and of arrays, conditions, `oneOf`, `not`, and a schema that takes anything are refused; lengths,
    patterns and formats of strings were accepted. Only what was refused in single live requests is judged.
    """
    for strict in strict_schemas(index):
        for node in subschemas(strict.schema):
            found = next(_refused(node), None)
            if found is not None:
                variant, fields = found
                yield hit(strict.path, variant, loc=strict.loc, **fields)
                break


def _refused(node: Any) -> Iterator[tuple[str, dict[str, object]]]:
    if node is True or node == {}:
        yield "any", {}
    if not isinstance(node, dict):
        return
    kind = node.get("type")
    for keyword in _REFUSED.get(kind, ()) if isinstance(kind, str) else ():
        if keyword in node:
            yield "", {"kind": kind, "keyword": keyword}
    if isinstance(node.get("oneOf"), list):
        yield "union", {}
    if "not" in node:
        yield "not", {}
