from typing import Any

import jsonschema
import pytest

from sendable.emulator.sample_values import sample

SCHEMAS: list[Any] = [
    {"type": "object", "properties": {"city": {"type": "string"}, "more": {"type": "integer"}}, "required": ["city"]},
    {"type": "object", "properties": {}},
    {"type": "string", "enum": ["b", "a"]},
    {"const": {"a": 1}},
    {"type": "integer", "minimum": 7, "maximum": 9},
    {"type": "number", "exclusiveMinimum": 2},
    {"type": "integer", "maximum": -3},
    {"type": "array", "items": {"type": "boolean"}, "minItems": 2},
    {"type": ["null", "string"], "minLength": 10},
    {"type": "string", "maxLength": 2},
    {"type": "string", "format": "date-time"},
    {"anyOf": [{"type": "null"}, {"type": "string"}]},
    {"allOf": [{"type": "object", "properties": {"a": {"type": "null"}}}, {"required": ["a"]}]},
    {
        "$defs": {
            "pair": {"type": "object", "properties": {"x": {"$ref": "#/$defs/n"}}, "required": ["x"]},
            "n": {"type": "integer"},
        },
        "$ref": "#/$defs/pair",
    },
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=range(len(SCHEMAS)))
def test_the_value_fits_its_schema_and_is_always_the_same(schema: Any) -> None:
    value = sample(schema)
    jsonschema.validate(value, schema)
    assert sample(schema) == value


def test_only_required_properties_are_given() -> None:
    assert sample(SCHEMAS[0]) == {"city": "text"}


@pytest.mark.parametrize(
    "schema", [None, True, [], {"$ref": "#/nowhere"}, {"type": 3}, {"required": 7, "type": "object"}, {"enum": []}]
)
def test_odd_schemas_give_something(schema: Any) -> None:
    sample(schema)


def test_a_schema_that_holds_itself_ends() -> None:
    schema = {"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]}
    assert sample(schema)["next"]["next"]
