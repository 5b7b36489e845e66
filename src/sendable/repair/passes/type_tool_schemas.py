"""The pass `type_tool_schemas`."""

from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "tool-schema-missing"
_OTHERS = ("$ref", "anyOf", "oneOf", "allOf", "enum", "const", "not")


@repair_pass(_RULE)
def type_tool_schemas(draft: Draft) -> None:
    """Say `type: object` at the root of an input schema that says nothing else there.

    The arguments of a tool are an object anyway, so nothing is lost. A root that is a reference, a union or a scalar is
    left: any schema in its place would be another tool. So is a tool without a schema, whose arguments nobody knows.
    """
    for tool in draft.index.tools:
        schema = tool.value.get("input_schema")
        if tool.kind == "custom" and isinstance(schema, dict) and _can_be_typed(schema):
            path = (*tool.path, "input_schema", "type")
            if draft.may(_RULE, path, Loss.KEEPS, "said `type: object` at the root of the input schema"):
                draft.set((*tool.path, "input_schema"), {**schema, "type": "object"})


def _can_be_typed(schema: dict[str, Any]) -> bool:
    kind = schema.get("type")
    open_root = kind is None or (isinstance(kind, list) and "object" in kind)
    return open_root and not any(key in schema for key in _OTHERS)
