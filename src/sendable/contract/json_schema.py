"""Whether a JSON schema is one of draft 2020-12, as far as its own meta schema says so surely."""

from collections.abc import Callable
from typing import Any

_TYPES = frozenset({"array", "boolean", "integer", "null", "number", "object", "string"})
_MAPS = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
_LISTS = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SCHEMAS = frozenset({"items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames"})


def is_schema(schema: Any) -> bool:
    """Whether every schema in a schema has the shape that draft 2020-12 asks for."""
    left = [schema]
    while left:
        node = left.pop()
        if isinstance(node, bool):
            continue
        if not isinstance(node, dict):
            return False
        for key, value in node.items():
            fits = _SHAPES.get(key)
            if fits is not None and not fits(value):
                return False
            if key in _MAPS:
                left += value.values()
            elif key in _LISTS:
                left += value
            elif key in _SCHEMAS:
                left.append(value)
    return True


def _is_type(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and _is_names(value) and _TYPES.issuperset(value)
    return isinstance(value, str) and value in _TYPES


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value) and len(set(value)) == len(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_number(value) and value >= 0 and (isinstance(value, int) or value.is_integer())


def _is_map(value: Any) -> bool:
    return isinstance(value, dict)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_filled(value: Any) -> bool:
    return isinstance(value, list) and bool(value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


# What each keyword holds, as the meta schema says.
_SHAPES: dict[str, Callable[[Any], bool]] = {
    **dict.fromkeys(_MAPS, _is_map),
    **dict.fromkeys(_LISTS, _is_filled),
    **dict.fromkeys(("$ref", "$schema", "$id", "$comment", "title", "description", "format", "pattern"), _is_text),
    **dict.fromkeys(("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _is_number),
    **dict.fromkeys(("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"), _is_count),
    "type": _is_type,
    "required": _is_names,
    "enum": _is_list,
}


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
