"""A quick yes to the schema: `messages` held against types that msgspec compiled from the same data.

A yes is exact: whatever fits these types has no fault and nothing new in the schema walk (a property test holds that).
A no says nothing more; the walk then finds the places.
"""

import re
from functools import cache
from typing import Annotated, Any, Literal

import msgspec

from sendable.wire.limits import LIMITS, Limit
from sendable.wire.schema import MESSAGE_OF, schema


def fits(messages: object) -> bool:
    """Whether every entry of `messages` fits the schema, with no name that is new."""
    return _converts(messages, _messages_type())


def field_fits(field: str, value: object) -> bool:
    """Whether a top-level field other than `messages` fits the schema, with no name that is new."""
    if field == "tools":
        return isinstance(value, list) and all(map(_tool_fits, value))
    return _converts(value, _field_type(field))


def _tool_fits(tool: object) -> bool:
    """A tool without a type is a custom tool, which a tagged union cannot say."""
    custom = isinstance(tool, dict) and tool.get("type") is None
    return _converts(tool, _custom_tool() if custom else _tool_type())


def _converts(value: object, holder: Any) -> bool:
    try:
        msgspec.convert({"value": value}, holder)
    except (msgspec.ValidationError, UnicodeEncodeError, RecursionError):
        return False
    return True


def _holder(kind: Any) -> Any:
    """A struct around a type: msgspec compiles a struct once, but a bare union at each call."""
    return msgspec.defstruct("Holder", [("value", kind)], gc=False)


@cache
def _field_type(field: str) -> Any:
    return _holder(_field_of(field))


def _field_of(field: str) -> Any:
    return _Builder().type_of(schema().request[field]["type"], LIMITS.get(("", field)))


@cache
def _custom_tool() -> Any:
    return _holder(_Builder().object("Tool", ""))


@cache
def _tool_type() -> Any:
    return _holder(_Builder().type_of(schema().request["tools"]["type"]["list"]))


@cache
def _messages_type() -> Any:
    builder = _Builder()
    messages = tuple(builder.message(role, owner) for role, owner in MESSAGE_OF.items())
    return _holder(list[messages[0] | messages[1] | messages[2]])  # type: ignore[valid-type]


class _Builder:
    """Makes each object type once for each tag that it stands under."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, str], Any] = {}

    def message(self, role: str, owner: str) -> Any:
        fields = {name: spec for name, spec in schema().objects[owner].items() if name != "role"}
        return self.struct(owner, fields, tag=role, tag_field="role")

    def object(self, owner: str, tag: str) -> Any:
        if (owner, tag) not in self.made:
            fields = {name: spec for name, spec in schema().objects[owner].items() if name != "type" or not tag}
            self.made[owner, tag] = self.struct(owner, fields, tag=tag or None, tag_field="type" if tag else None)
        return self.made[owner, tag]

    def struct(self, owner: str, fields: dict[str, Any], tag: str | None, tag_field: str | None) -> Any:
        names = {name: f"{name}_" for name in fields}
        ordered = sorted(fields.items(), key=lambda item: not item[1].get("required"))
        made: list[Any] = []
        for name, spec in ordered:
            kind = self.type_of(spec["type"], LIMITS.get((owner, name)))
            made.append((names[name], kind) if spec.get("required") else (names[name], kind, None))
        return msgspec.defstruct(
            owner, made, rename={python: wire for wire, python in names.items()}, forbid_unknown_fields=True,
            tag=tag, tag_field=tag_field, gc=False,
        )  # fmt: skip

    def type_of(self, kind: Any, limit: Limit | None = None) -> Any:
        if isinstance(kind, str):
            plain: Any = {"str": str, "int": int, "float": float, "bool": bool, "object": dict[str, Any]}.get(kind, Any)
            return Annotated[plain, _meta(limit)] if limit else plain
        [(form, of)] = kind.items()
        if form == "null":
            return self.type_of(of, limit) | None
        if form == "enum":
            return Literal[tuple(of)]
        if form == "list":
            return list[self.type_of(of)]  # type: ignore[misc]
        if form == "map":
            return dict[str, self.type_of(of)]  # type: ignore[misc]
        if form == "ref":
            return self.object(of, "")
        if form == "tagged" and len(of) == 1:
            # a tagged type that stands alone would also take an object without the tag
            return self.object(next(iter(of.values())), "")
        members = [self.object(owner, tag) for tag, owner in of.items()] if form == "tagged" else map(self.type_of, of)
        return _union(list(members))


def _union(members: list[Any]) -> Any:
    joined = members[0]
    for member in members[1:]:
        joined |= member
    return joined


def _meta(limit: Limit) -> msgspec.Meta:
    if limit.least is not None or limit.most is not None:
        return msgspec.Meta(ge=limit.least, le=limit.most)
    # `$` also matches before a final newline; the API's pattern does not
    pattern = None if limit.pattern is None else re.sub(r"\$$", r"\\Z", limit.pattern)
    return msgspec.Meta(pattern=pattern, min_length=limit.shortest, max_length=limit.longest)
