"""The schema of a request as data, and the walk that finds every place where a value does not fit it.

The shape comes from the official SDK's types (`schema.json`, written by `tools/schema_from_sdk.py`); limits that those
types do not state are in `limits.py`. A name that stands in no SDK type is no fault: it is merely new, and noted.
"""

from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from sendable.wire.blocks import Json
from sendable.wire.limits import LIMITS, OVERRIDES, Limit
from sendable.wire.paths import Path, dotted
from sendable.wire.shown import shown


class Fault(msgspec.Struct, frozen=True, gc=False):
    """A value that does not fit.

    Attributes:
        kind: missing, extra, type, enum, tag, pattern, length, bounds; or new, which is no fault.
        path: where it stands.
        loc: where the API says it stands (the type of a block is part of that).
        text: what the API says of it.
        owner: name of the object type in the schema that holds the field.
        field: name of the field.
    """

    kind: str
    path: Path
    loc: str
    text: str
    owner: str
    field: str

    @property
    def message(self) -> str:
        """The whole text of the API's answer."""
        return f"{self.loc}: {self.text}"


class Schema(msgspec.Struct, frozen=True):
    """The file `schema.json`: types as JSON, see `tools/schema_from_sdk.py`."""

    sdk: str
    request: dict[str, dict[str, Any]]
    objects: dict[str, dict[str, dict[str, Any]]]
    names: list[str]
    betas: list[str]
    models: list[str]


@cache
def schema() -> Schema:
    """The schema, read once; overrides applied."""
    text = resources.files("sendable.wire").joinpath("schema.json").read_bytes()
    read = msgspec.json.decode(text, type=Schema)
    for (owner, field), changed in OVERRIDES.items():
        fields = read.request if owner == "" else read.objects[owner]
        fields[field] = fields.get(field, {}) | changed
    return read


@cache
def known_names() -> frozenset[str]:
    """Every field name that stands in some SDK type, of a request or of a response."""
    read = schema()
    owned = (name for fields in read.objects.values() for name in fields)
    return frozenset((*read.request, *owned, *read.names))


@cache
def known_tags() -> frozenset[str]:
    """Every value of a `type` field that stands in some SDK type."""
    tags: set[str] = set()
    for fields in schema().objects.values():
        kind = fields.get("type", {}).get("type")
        kind = kind.get("null", kind) if isinstance(kind, dict) else kind
        tags.update(kind.get("enum", ()) if isinstance(kind, dict) else ())
    return frozenset(tags)


MESSAGE_OF = {"user": "UserMessage", "assistant": "AssistantMessage", "system": "SystemMessage"}


def message_faults(message: Any, at: int) -> Iterator[Fault]:
    """Faults of one entry of `messages`."""
    path: Path = ("messages", at)
    loc = dotted(path)
    if not isinstance(message, dict):
        yield Fault("type", path, loc, "Input should be an object", "", "messages")
        return
    role = message.get("role")
    owner = MESSAGE_OF.get(role) if isinstance(role, str) else None
    if "role" not in message:
        yield Fault("missing", (*path, "role"), f"{loc}.role", "Field required", "UserMessage", "role")
    elif not isinstance(role, str):
        yield Fault("type", (*path, "role"), f"{loc}.role", "Input should be a valid string", "UserMessage", "role")
    yield from _members(message, owner or "UserMessage", path, loc, skip="role")


def field_faults(request: Json, field: str) -> Iterator[Fault]:
    """Faults of one top-level field, `messages` aside."""
    spec = schema().request[field]
    if field not in request:
        if spec.get("required"):
            yield Fault("missing", (field,), field, "Field required", "", field)
        return
    yield from _value(request[field], spec["type"], (field,), field, "", field)


def _members(value: Json, owner: str, path: Path, loc: str, skip: str = "") -> Iterator[Fault]:
    """Faults of the fields of an object: those it must have, then each one that it has, then what it may not have."""
    fields = schema().objects[owner]
    for name, spec in fields.items():
        if name == skip:
            continue
        if name in value:
            yield from _value(value[name], spec["type"], (*path, name), f"{loc}.{name}", owner, name)
        elif spec.get("required"):
            yield Fault("missing", (*path, name), f"{loc}.{name}", "Field required", owner, name)
    for name in value:
        if name not in fields and name != skip:
            known = name in known_names()
            text = "Extra inputs are not permitted" if known else "not known to the SDK this was written for"
            yield Fault("extra" if known else "new", (*path, name), f"{loc}.{name}", text, owner, name)


def _value(value: Any, kind: Any, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    """Faults of a value against a type; dispatches on the form of the type."""
    if isinstance(kind, str):
        yield from _scalar(value, kind, path, loc, owner, field)
        return
    [(form, of)] = kind.items()
    yield from _FORMS[form](value, of, path, loc, owner, field)


def _null(value: Any, of: Any, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    if value is not None:
        yield from _value(value, of, path, loc, owner, field)


def _map(value: Any, of: Any, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault("type", path, loc, "Input should be a valid dictionary", owner, field)
        return
    for name, item in value.items():
        yield from _value(item, of, (*path, name), f"{loc}.{name}", owner, field)


_SCALARS: dict[str, tuple[tuple[type, ...], str]] = {
    "str": ((str,), "Input should be a valid string"),
    "int": ((int,), "Input should be a valid integer"),
    "float": ((int, float), "Input should be a valid number"),
    "bool": ((bool,), "Input should be a valid boolean"),
    "object": ((dict,), "Input should be a valid dictionary"),
    "any": ((object,), ""),
}


def _scalar(value: Any, kind: str, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    types, text = _SCALARS[kind]
    whole = kind == "int" and isinstance(value, float) and value.is_integer()
    if not whole and (not isinstance(value, types) or (isinstance(value, bool) and kind in ("int", "float"))):
        yield Fault("type", path, loc, text, owner, field)
        return
    limit = LIMITS.get((owner, field))
    if limit is not None:
        yield from _limited(value, limit, path, loc, owner, field)


def _limited(value: Any, limit: Limit, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    broken = limit.broken_by(value)
    if broken is not None:
        yield Fault(broken[0], path, loc, broken[1], owner, field)


def _enum(value: Any, of: list[str], path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    if value in of and not isinstance(value, bool):
        return
    quoted = [f"'{member}'" for member in of]
    listed = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
    yield Fault("enum", path, loc, f"Input should be {listed}", owner, field)


def _array(value: Any, of: Any, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    if not isinstance(value, (list, tuple)):
        yield Fault("type", path, loc, "Input should be a valid array", owner, field)
        return
    for at, item in enumerate(value):
        yield from _value(item, of, (*path, at), f"{loc}.{at}", owner, field)


def _object(value: Any, name: str, path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault("type", path, loc, "Input does not match the expected shape.", owner, field)
        return
    yield from _members(value, name, path, loc)


def _tagged(value: Any, of: dict[str, str], path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault("type", path, loc, "Input should be an object", owner, field)
        return
    tag = value.get("type")
    if tag is None and "custom" in of:
        # a tool without a type is a custom tool; the API puts `custom` into the place all the same
        yield from _members(value, of["custom"], path, f"{loc}.custom", skip="type")
    elif "type" not in value:
        yield Fault("missing", (*path, "type"), f"{loc}.type", "Field required", owner, field)
    elif isinstance(tag, str) and tag in of:
        yield from _members(value, of[tag], path, f"{loc}.{tag}")
    elif isinstance(tag, str) and tag and tag not in known_tags():
        yield Fault("new", path, loc, "not known to the SDK this was written for", owner, field)
    else:
        tags = ", ".join(f"'{name}'" for name in of)
        text = f"Input tag '{shown(tag)}' found using 'type' does not match any of the expected tags: {tags}"
        yield Fault("tag", path, loc, text, owner, field)


def _any_of(value: Any, of: list[Any], path: Path, loc: str, owner: str, field: str) -> Iterator[Fault]:
    """The member that the value was meant as, told by its JSON type; the last one when none fits."""
    for kind in of:
        if _meant(value, kind):
            yield from _value(value, kind, path, loc, owner, field)
            return
    yield from _value(value, of[-1], path, loc, owner, field)


def _meant(value: Any, kind: Any) -> bool:
    form = kind if isinstance(kind, str) else next(iter(kind))
    wanted: dict[str, type | tuple[type, ...]] = {
        "str": str, "list": (list, tuple), "ref": dict, "tagged": dict, "map": dict, "object": dict,
    }  # fmt: skip
    if form == "enum":
        return isinstance(value, str) and value in kind["enum"]
    return isinstance(value, wanted.get(form, ()))


_FORMS: dict[str, Callable[[Any, Any, Path, str, str, str], Iterator[Fault]]] = {
    "null": _null,
    "enum": _enum,
    "list": _array,
    "map": _map,
    "ref": _object,
    "tagged": _tagged,
    "any_of": _any_of,
}
