"""A value that fits a JSON schema, always the same one for the same schema."""

from typing import Any

_DEEPEST = 12
_TEXTS = {
    "date": "2026-01-02",
    "date-time": "2026-01-02T03:04:05Z",
    "time": "03:04:05Z",
    "duration": "PT1H",
    "email": "someone@example.com",
    "hostname": "example.com",
    "uri": "https://example.com/",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uuid": "00000000-0000-4000-8000-000000000000",
}


def sample(schema: Any, root: Any = None, depth: int = 0) -> Any:
    """A value that fits, as far as the usual keywords tell: fixed values first, required properties only.

    Args:
        schema: the schema.
        root: the schema that references start from; by default this one.
        depth: how deep it stands in another one.
    """
    root = schema if root is None else root
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return None if depth > _DEEPEST else {}
    for name in ("const", "default"):
        if name in schema:
            return schema[name]
    for name in ("enum", "examples"):
        if isinstance(schema.get(name), list) and schema[name]:
            return schema[name][0]
    inner = _through(schema, root)
    if inner is not None:
        return sample(inner, root, depth + 1)
    return _by_type(schema, root, depth)


def _through(schema: dict[str, Any], root: Any) -> Any:
    """The schema that another one leads to: by a reference, or as the first of several."""
    if isinstance(schema.get("$ref"), str):
        return _referred(schema["$ref"], root)
    if isinstance(schema.get("allOf"), list):
        merged = {name: value for name, value in schema.items() if name != "allOf"}
        for part in schema["allOf"]:
            merged |= part if isinstance(part, dict) else {}
        return merged
    for name in ("anyOf", "oneOf"):
        if isinstance(schema.get(name), list) and schema[name] and "properties" not in schema:
            return schema[name][0]
    return None


def _referred(reference: str, root: Any) -> Any:
    held = root
    for step in filter(None, reference.removeprefix("#").split("/")):
        held = held.get(step.replace("~1", "/").replace("~0", "~")) if isinstance(held, dict) else None
    return held if isinstance(held, dict) else {}


def _by_type(schema: dict[str, Any], root: Any, depth: int) -> Any:
    kind = schema.get("type")
    kind = next((name for name in kind if name != "null"), None) if isinstance(kind, list) else kind
    if not isinstance(kind, str):
        kind = None
    if kind == "object" or (kind is None and "properties" in schema):
        properties = schema.get("properties")
        properties = properties if isinstance(properties, dict) else {}
        names = schema.get("required")
        required = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
        return {name: sample(properties.get(name, {"type": "string"}), root, depth + 1) for name in required}
    if kind == "array":
        item = schema.get("items", {"type": "string"})
        return [sample(item, root, depth + 1) for _ in range(min(_number(schema.get("minItems"), 0), 20))]
    if kind in ("integer", "number"):
        return _in_bounds(schema, kind)
    return _SIMPLE[kind] if kind in _SIMPLE else _text(schema)


_SIMPLE: dict[object, Any] = {"boolean": True, "null": None}


def _in_bounds(schema: dict[str, Any], kind: str) -> Any:
    least = _number(schema.get("minimum"), None)
    above = _number(schema.get("exclusiveMinimum"), None)
    most = _number(schema.get("maximum"), None)
    value = above + 1 if above is not None else least if least is not None else 1
    if most is not None and value > most:
        value = most
    return int(value) if kind == "integer" else value


def _number(value: Any, otherwise: Any) -> Any:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else otherwise


def _text(schema: dict[str, Any]) -> str:
    text = _TEXTS.get(str(schema.get("format")), "text")
    shortest = _number(schema.get("minLength"), 0)
    longest = _number(schema.get("maxLength"), len(text) + shortest)
    return text.ljust(int(min(shortest, 10_000)), "x")[: int(longest)]
