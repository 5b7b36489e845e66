"""Write `src/sendable/wire/schema.json`: the request schema, read off the official SDK's types.

usage: python tools/schema_from_sdk.py [--check]

The SDK (package `anthropic`) is the newest machine-readable description of blocks, fields and tool types. It is
needed only here and in the test that holds the file against the installed release; sendable itself reads the file.

A type is written as JSON:  "str" | "int" | "float" | "bool" | "any" | "object" (free form)
    {"enum": [...]}  {"list": T}  {"map": T}  {"ref": NAME}  {"null": T}  {"any_of": [T, ...]}
    {"tagged": {TAG: NAME, ...}}   a union of objects told apart by their `type`
"""

import argparse
import importlib.metadata
import json
import sys
import types
import typing
from pathlib import Path
from typing import Any, get_args, get_origin

import pydantic
import typing_extensions
from anthropic.types import anthropic_beta_param, beta, model_param
from anthropic.types.beta import beta_message_param, message_create_params

OUT = Path(__file__).parent.parent / "src" / "sendable" / "wire" / "schema.json"
REQUIRED = (typing.Required, typing_extensions.Required)
SCALARS: dict[object, object] = {str: "str", int: "int", float: "float", bool: "bool", object: "any", Any: "any"}


class Reader:
    """Collects every TypedDict that is reachable from the request."""

    def __init__(self) -> None:
        self.objects: dict[str, dict[str, Any]] = {}

    def type_of(self, hint: Any) -> Any:
        """One type hint as JSON."""
        hint = _bare(hint)
        if hint in SCALARS:
            return SCALARS[hint]
        origin, args = get_origin(hint), get_args(hint)
        if origin is typing.Literal or origin is typing_extensions.Literal:
            return {"enum": list(args)}
        if origin in (typing.Union, types.UnionType):
            return self.union(list(args))
        if origin is dict:
            return "object" if _bare(args[1]) is object else {"map": self.type_of(args[1])}
        if typing_extensions.is_typeddict(hint):
            return {"ref": self.object(hint)}
        if origin is not None and len(args) == 1:  # list, Iterable, Sequence, SequenceNotStr
            return {"list": self.type_of(args[0])}
        return "any"

    def field(self, hint: Any) -> dict[str, Any]:
        """One field of an object: its type, and whether it must be there."""
        required = {"required": True} if get_origin(hint) in REQUIRED else {}
        return {"type": self.type_of(hint)} | required

    def union(self, members: list[Any]) -> Any:
        nullable = type(None) in members
        members = [m for m in members if m is not type(None) and not _is_foreign(m)]
        found: list[Any] = []
        for written in map(self.type_of, members):
            if written not in found:
                found.append(written)
        result = self.merge(found)
        return {"null": result} if nullable else result

    def merge(self, found: list[Any]) -> Any:
        """Objects of a union that are told apart by `type` become one tagged member."""
        tags: dict[str, str] = {}
        rest = []
        for written in found:
            for one in written["any_of"] if isinstance(written, dict) and "any_of" in written else [written]:
                own = self.tags(one)
                tags.update(own)
                if not own:
                    rest.append(one)
        if tags:
            rest = [{"tagged": dict(sorted(tags.items()))}, *(r for r in rest if r != "object")]
        return rest[0] if len(rest) == 1 else {"any_of": rest}

    def tags(self, written: Any) -> dict[str, str]:
        if isinstance(written, dict) and "tagged" in written:
            return dict(written["tagged"])
        if not (isinstance(written, dict) and "ref" in written):
            return {}
        tag = self.objects[written["ref"]].get("type", {}).get("type")
        tag = tag.get("null", tag) if isinstance(tag, dict) else tag
        return dict.fromkeys(tag["enum"], written["ref"]) if isinstance(tag, dict) and "enum" in tag else {}

    def object(self, hint: Any) -> str:
        name = str(hint.__name__).removeprefix("Beta").removesuffix("Param")
        if name not in self.objects:
            self.objects[name] = {}
            hints = typing_extensions.get_type_hints(hint, include_extras=True)
            ordered = sorted(hints.items(), key=lambda item: (item[0] != "type", item[0]))
            self.objects[name].update({key: self.field(value) for key, value in ordered})
        return name


def _bare(hint: Any) -> Any:
    while get_origin(hint) in (
        typing_extensions.Required,
        typing_extensions.NotRequired,
        typing.Required,
        typing.NotRequired,
        typing.Annotated,
    ):
        hint = get_args(hint)[0]
    return hint


def _is_foreign(hint: Any) -> bool:
    """Response models and file handles: the SDK takes them, the wire does not know them."""
    bare = _bare(hint)
    module = getattr(bare, "__module__", "")
    return (
        isinstance(bare, type)
        and bare not in SCALARS
        and not typing_extensions.is_typeddict(bare)
        and (module.startswith("anthropic.") or bare.__name__ in ("IO", "PathLike", "Base64FileInput"))
    ) or (get_origin(bare) is not None and getattr(get_origin(bare), "__name__", "") in ("IO", "PathLike"))


def _response_names(model: Any, seen: set[Any]) -> set[str]:
    """Names of the fields that a response can hold: known to the API, though a request may not echo them all."""
    names: set[str] = set()
    if isinstance(model, type) and issubclass(model, pydantic.BaseModel):
        if model in seen:
            return names
        seen.add(model)
        for name, field in model.model_fields.items():
            names |= {field.alias or name} | _response_names(field.annotation, seen)
        return names
    for arg in get_args(model):
        names |= _response_names(arg, seen)
    return names


def _literals(alias: Any) -> list[str]:
    out: list[str] = []
    for arg in get_args(alias):
        out += [arg] if isinstance(arg, str) else _literals(arg)
    return out


def schema() -> dict[str, Any]:
    """The whole file as a value."""
    reader = Reader()
    base = message_create_params.MessageCreateParamsBase
    hints = typing_extensions.get_type_hints(base, include_extras=True)
    fields = {key: reader.field(hint) for key, hint in hints.items() if key != "betas"}
    fields["stream"] = {"type": "bool"}
    for message in get_args(beta_message_param.BetaMessageParam):
        reader.object(message)
    return {
        "sdk": f"anthropic {importlib.metadata.version('anthropic')}",
        "request": dict(sorted(fields.items())),
        "objects": dict(sorted(reader.objects.items())),
        "names": sorted(_response_names(beta.BetaMessage, set())),
        "betas": sorted(_literals(anthropic_beta_param.AnthropicBetaParam)),
        "models": _literals(model_param.ModelParam),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only compare; exit 1 when the file is out of date")
    args = parser.parse_args()
    text = json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"
    if args.check:
        return int(OUT.read_text(encoding="utf-8") != text)
    OUT.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
