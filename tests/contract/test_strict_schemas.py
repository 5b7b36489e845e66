from typing import Any

from sendable.contract.strict_schemas import (
    circle,
    first_over,
    optional_parameters,
    strict_schemas,
    subschemas,
    union_parameters,
)
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index


def defs(**refers: list[str]) -> dict[str, Any]:
    def held(names: list[str]) -> dict[str, Any]:
        return {"properties": {name: {"$ref": f"#/$defs/{name}"} for name in names}}

    return {"$defs": {name: held(names) for name, names in refers.items()}}


def test_definition_that_refers_to_itself_is_a_circle() -> None:
    assert circle(defs(Node=["Node"])) == ["Node", "Node"]


def test_circle_of_several_leaves_out_the_way_to_it() -> None:
    assert circle(defs(A=["B"], B=["C"], C=["B"])) == ["B", "C", "B"]


def test_definition_reached_twice_is_no_circle() -> None:
    assert circle(defs(A=["B", "C"], B=["C"], C=[])) == []


def test_unknown_foreign_and_escaped_references_are_followed_as_they_are() -> None:
    schema = {"definitions": {"A/b": {"$ref": "#/definitions/A~1b"}}}
    assert circle(schema) == ["A/b", "A/b"]
    assert circle({"$defs": {"A": {"$ref": "https://example.com/A"}, "B": {"$ref": 7}}}) == []


def test_chain_of_many_definitions_is_followed_to_its_end() -> None:
    assert circle(defs(**{f"n{i}": [f"n{i + 1}"] for i in range(3000)})) == []


def test_optional_parameters_are_counted_at_every_depth() -> None:
    inner = {"properties": {"a": {}, "b": {}}, "required": ["a", "unknown", 7]}
    assert optional_parameters({"properties": {"c": inner}, "required": None}) == 2


def test_unions_are_lists_of_types_and_any_of() -> None:
    properties = {"a": {"type": ["string", "null"]}, "b": {"anyOf": [{}]}, "c": {"type": ["string"]}, "d": True}
    assert union_parameters({"properties": properties}) == 2


def test_subschemas_come_in_the_order_of_the_schema() -> None:
    schema = {"properties": {"a": {"items": True}}, "anyOf": [{"type": "null"}]}
    assert list(subschemas(schema)) == [schema, {"items": True}, True, {"type": "null"}]


def test_place_is_where_the_sum_goes_over() -> None:
    assert first_over([(("a",), 3), (("b",), 3), (("c",), 3)], 5) == (9, ("b",))
    assert first_over([(("a",), 5)], 5) == (5, None)


def test_strict_tools_and_both_output_formats_are_found() -> None:
    shape = {"type": "json_schema", "schema": {"type": "object"}}
    body = request(
        user("Hi"),
        tools=[
            tool("a"),
            tool("b", strict=True),
            {"type": "web_search_20250305", "name": "web_search", "strict": True},
        ],
        output_config={"format": shape},
        output_format=shape,
    )
    found = strict_schemas(Index(body))
    assert [strict.loc for strict in found] == ["tools.1.custom", "output_config.format.schema", "output_format.schema"]
    assert [strict.tool for strict in found] == [1, -1, -1]


def test_tool_behind_an_entry_that_is_none_keeps_its_place() -> None:
    found = strict_schemas(Index(request(user("Hi"), tools=[7, tool(strict=True)])))
    assert (found[0].path, found[0].tool) == (("tools", 1, "input_schema"), 0)
