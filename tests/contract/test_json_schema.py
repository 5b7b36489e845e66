from typing import Any

import pytest

from sendable.contract.json_schema import is_schema, lacks


@pytest.mark.parametrize(
    "schema",
    [
        {},
        True,
        {"type": "object", "properties": {"a": {"type": ["string", "null"]}}},
        {"properties": {"required": {"type": "boolean"}, "items": True}},
        {"type": "array", "prefixItems": [{"type": "string"}], "items": False},
        {"minimum": 1.5, "exclusiveMaximum": 9, "minLength": 2.0},
        {"enum": [], "const": None, "default": [], "examples": ["x"], "x-own": 7},
        {"$ref": "#/$defs/A", "$defs": {"A": {"title": "A"}}, "nullable": True},
    ],
)
def test_schema_of_the_draft_is_one(schema: Any) -> None:
    assert is_schema(schema)


@pytest.mark.parametrize(
    "schema",
    [
        None,
        "object",
        {"type": "any"},
        {"type": []},
        {"type": ["string", "string"]},
        {"properties": {"a": {"required": True}}},
        {"required": [1]},
        {"properties": ["a"]},
        {"properties": {"a": "string"}},
        {"items": [{"type": "string"}]},
        {"anyOf": []},
        {"exclusiveMinimum": True},
        {"minimum": "1"},
        {"maxLength": -1},
        {"minItems": float("inf")},
        {"description": None},
        {"$defs": {"A": {"not": {"allOf": [{"enum": "x"}]}}}},
    ],
)
def test_schema_of_another_shape_is_none(schema: Any) -> None:
    assert not is_schema(schema)


def test_schema_nested_deeper_than_the_stack_is_judged() -> None:
    schema: dict[str, Any] = {"type": "any"}
    for _ in range(5000):
        schema = {"items": schema}
    assert not is_schema(schema)


def test_missing_argument_is_named() -> None:
    assert lacks({"required": ["a", "b"]}, {"a": 1}) == "b"


def test_argument_of_another_type_is_named() -> None:
    assert lacks({"properties": {"n": {"type": "integer"}}}, {"n": True}) == "n"
    assert lacks({"properties": {"n": {"type": "string"}}}, {"n": 1}) == "n"


@pytest.mark.parametrize("kind", [["string", "null"], None, "any", {"a": 1}])
def test_argument_of_no_single_known_type_is_not_judged(kind: Any) -> None:
    assert lacks({"properties": {"n": {"type": kind}}}, {"n": 1}) is None


def test_what_has_no_shape_is_not_judged() -> None:
    assert lacks(None, {}) is None
    assert lacks({"required": "a", "properties": []}, {}) is None
    assert lacks({"required": ["a"]}, "a") is None
