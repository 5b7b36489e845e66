"""Whether a JSON schema is one of draft 2020-12, as far as its own meta schema says so surely."""

from collections.abc import Iterator
from typing import Any

_TYPES = ("array", "boolean", "integer", "null", "number", "object", "string")
_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_SCHEMAS = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_TEXTS = ("$ref", "$schema", "$id", "$comment", "title", "description", "format", "pattern")
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")


def is_schema(schema: Any) -> bool:
    """Whether every schema in a schema has the shape that draft 2020-12 asks for."""
    left = [schema]
    while left:
        node = left.pop()
        if isinstance(node, bool):
            continue
        if not isinstance(node, dict) or not _has_shape(node):
            return False
        left += _held(node)
    return True


def _held(node: dict[str, Any]) -> Iterator[Any]:
    for key in _MAPS:
        yield from node.get(key, {}).values()
    for key in _LISTS:
        yield from node.get(key, ())
    yield from (node[key] for key in _SCHEMAS if key in node)


def _has_shape(node: dict[str, Any]) -> bool:
    return (
        all(isinstance(node[key], dict) for key in _MAPS if key in node)
        and all(isinstance(node[key], list) and node[key] for key in _LISTS if key in node)
        and all(isinstance(node[key], str) for key in _TEXTS if key in node)
        and all(_is_number(node[key]) for key in _NUMBERS if key in node)
        and all(_is_count(node[key]) for key in _COUNTS if key in node)
        and ("type" not in node or _is_type(node["type"]))
        and ("required" not in node or _is_names(node["required"]))
        and ("enum" not in node or isinstance(node["enum"], list))
    )


def _is_type(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and _is_names(value) and all(name in _TYPES for name in value)
    return isinstance(value, str) and value in _TYPES


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and (isinstance(value, int) or value.is_integer())


def lacks(schema: Any, value: Any) -> str | None:
    """The first property that a value surely lacks or holds in a wrong type, judged at the top level; else None.

    Sure are a `required` property that is not there, and one whose schema names a single JSON type that it is not of.
    """
    if not isinstance(schema, dict) or not isinstance(value, dict):
        return None
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in value:
            return name
    properties = schema.get("properties")
    for name, held in properties.items() if isinstance(properties, dict) else ():
        if name in value and isinstance(held, dict) and not _of_type(value[name], held.get("type")):
            return str(name)
    return None


_OF_TYPE: dict[str, tuple[type, ...]] = {
    "array": (list, tuple),
    "boolean": (bool,),
    "integer": (int, float),
    "null": (type(None),),
    "number": (int, float),
    "object": (dict,),
    "string": (str,),
}


def _of_type(value: Any, kind: Any) -> bool:
    if not isinstance(kind, str) or kind not in _OF_TYPE:
        return True
    if isinstance(value, bool) and kind != "boolean":
        return False
    return isinstance(value, _OF_TYPE[kind])
