"""The schemas that the API compiles into a grammar: those of strict tools, and that of the output format."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from sendable.contract.plain_tools import unusual_tools
from sendable.wire.index import Index
from sendable.wire.paths import Path

_MAPS = ("properties", "$defs", "definitions")
_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")


class StrictSchema(NamedTuple):
    """A schema that is compiled.

    Attributes:
        path: where it stands.
        loc: how the API calls that place in its messages.
        schema: the schema itself.
        tool: index of the tool that it belongs to; -1 for the output format.
    """

    path: Path
    loc: str
    schema: Any
    tool: int


def strict_schemas(index: Index) -> list[StrictSchema]:
    """Every schema of the request that is compiled, in the order of the request; kept with the index."""
    return index.once(_strict_schemas)


def _strict_schemas(index: Index) -> list[StrictSchema]:
    found = [
        StrictSchema((*tool.path, "input_schema"), f"tools.{tool.position}.custom", tool.value["input_schema"], at)
        for at, tool in enumerate(index.tools if unusual_tools(index) else ())
        if tool.kind == "custom" and tool.value.get("strict") is True and "input_schema" in tool.value
    ]
    config = index.request.get("output_config")
    for holder, path in (
        (config.get("format") if isinstance(config, dict) else None, ("output_config", "format")),
        (index.request.get("output_format"), ("output_format",)),
    ):
        if isinstance(holder, dict) and isinstance(holder.get("schema"), dict):
            place: Path = (*path, "schema")
            found.append(StrictSchema(place, ".".join(map(str, place)), holder["schema"], -1))
    return found


def subschemas(schema: Any) -> Iterator[Any]:
    """The schema and every schema in it, each before what it holds. A boolean is a schema, too."""
    left = [schema]
    while left:
        node = left.pop()
        yield node
        if isinstance(node, dict):
            left += reversed(list(_held(node)))


def _held(node: dict[str, Any]) -> Iterator[Any]:
    for key in _MAPS:
        if isinstance(node.get(key), dict):
            yield from node[key].values()
    for key in _LISTS:
        if isinstance(node.get(key), list):
            yield from node[key]
    if "items" in node and isinstance(node["items"], (dict, bool)):
        yield node["items"]


def optional_parameters(schema: Any) -> int:
    """How many properties of the schema need not be there."""
    return sum(len(properties) - len(_required(node, properties)) for node, properties in _objects(schema))


def union_parameters(schema: Any) -> int:
    """How many properties of the schema take more than one type."""
    return sum(_is_union(held) for _, properties in _objects(schema) for held in properties.values())


def first_over(counts: list[tuple[Path, int]], most: int) -> tuple[int, Path | None]:
    """The sum of the counts, and the place of the one with which it goes over the limit."""
    total, place = 0, None
    for path, count in counts:
        total += count
        if total > most and place is None:
            place = path
    return total, place


def _objects(schema: Any) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for node in subschemas(schema):
        if isinstance(node, dict) and isinstance(node.get("properties"), dict):
            yield node, node["properties"]


def _required(node: dict[str, Any], properties: dict[str, Any]) -> set[str]:
    required = node.get("required")
    named = {name for name in required if isinstance(name, str)} if isinstance(required, list) else set()
    return named & properties.keys()


def _is_union(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    kind = schema.get("type")
    return isinstance(schema.get("anyOf"), list) or (isinstance(kind, list) and len(kind) > 1)


def circle(schema: Any) -> list[str]:
    """The names of definitions that refer to each other in a circle, the first one again at the end; else empty."""
    refers = {name: _referred(held) for key in ("$defs", "definitions") for name, held in _map(schema, key)}
    done: set[str] = set()
    for start in refers:
        way = [start]
        left = [iter(refers[start])]
        while left:
            name = next(left[-1], None)
            if name is None:
                left.pop()
                done.add(way.pop())
            elif name in way:
                return [*way[way.index(name) :], name]
            elif name in refers and name not in done:
                way.append(name)
                left.append(iter(refers[name]))
    return []


def _map(schema: Any, key: str) -> Iterator[tuple[str, Any]]:
    held = schema.get(key) if isinstance(schema, dict) else None
    yield from held.items() if isinstance(held, dict) else ()


def _referred(schema: Any) -> list[str]:
    refs = (node.get("$ref") for node in subschemas(schema) if isinstance(node, dict))
    names = (ref.rpartition("/")[2] for ref in refs if isinstance(ref, str) and ref.startswith("#/"))
    return [name.replace("~1", "/").replace("~0", "~") for name in names]
