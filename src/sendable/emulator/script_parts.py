"""The parts of an answer as a script writes them, as blocks of the wire.

A part is a text, a whole block (it has a `type`), or an object with one of the names below. An id that is not given is
made later: where one block names another of the same answer, both hold the same place holder, see `NewId`.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sendable.emulator.native_results import INPUTS, result_of
from sendable.emulator.script_fields import (
    Kind,
    a_list,
    an_object,
    anything,
    fault,
    flag,
    hold_fields,
    listed,
    named,
    one_of,
    text,
    text_or_nothing,
    text_or_object,
    within,
)
from sendable.wire.blocks import Json
from sendable.wire.kinds import RESULT_OF


class Later:
    """Stands for what is settled when the answer is sent."""


class NewId(Later):
    """Stands for an id that is given then."""

    def __init__(self, what: str) -> None:
        self.what = what


class CodeCaller(Later):
    """Stands for the type of the code execution that the request lets call a tool.

    Args:
        tool: name of the tool.
    """

    def __init__(self, tool: str) -> None:
        self.tool = tool


class Part(NamedTuple):
    """One kind of part.

    Attributes:
        value: what stands under its name.
        fields: what may stand beside it, or inside of the object that stands under its name.
        made: gives the blocks of the fields together, the value under the name of the part included.
        needs: the fields that must be there.
        inside: the field that the value is, where it is no object.
    """

    value: Kind
    fields: Mapping[str, Kind]
    made: Callable[[Json], list[Json]]
    needs: tuple[str, ...] = ()
    inside: str = ""


def blocks_of(part: Any, place: str = "") -> list[Json]:
    """The blocks that a part stands for.

    Args:
        part: as it was written.
        place: where it stands in the script.

    Raises:
        UsageError: it is no part, or has a field that there is not.
    """
    if isinstance(part, str):
        return [{"type": "text", "text": part}]
    if not isinstance(part, dict):
        raise fault(place, f"a part of an answer is a text or an object, not {named(part)}")
    if "type" in part:
        text(part["type"], within(place, "type"))
        return [dict(part)]
    names = [name for name in part if name in PARTS]
    if len(names) > 1:
        raise fault(within(place, names[1]), f"does not go with `{names[0]}`: each is a part of its own")
    if not names:
        first = next(iter(part), None)
        where = place if first is None else within(place, first)
        raise fault(
            where, f"{'' if first is None else 'unknown field; '}a part has a `type`, or one of {listed(PARTS)}"
        )
    return _read(names[0], part, place)


def _read(name: str, part: Json, place: str) -> list[Json]:
    kind = PARTS[name]
    rest = {field: value for field, value in part.items() if field != name}
    hold_fields(rest, kind.fields, place, name)
    value = part[name]
    if isinstance(value, dict) and kind.inside:
        inner = within(place, name)
        hold_fields(value, kind.fields, inner)
        twice = next((field for field in rest if field in value), None)
        if twice is not None:
            raise fault(within(place, twice), f"stands in `{name}` too")
        held = {**value, **rest}
    else:
        kind.value(value, within(place, name))
        held = {kind.inside or name: value, **rest}
    missing = next((field for field in kind.needs if field not in held), None)
    if missing is not None:
        raise fault(within(place, name), f"needs `{missing}`")
    return kind.made(held)


def _block(kind: str) -> Callable[[Json], list[Json]]:
    return lambda held: [{"type": kind, **held}]


def _redacted(held: Json) -> list[Json]:
    return [{"type": "redacted_thinking", **{name: value for name, value in held.items() if name == "data"}}]


def _call(held: Json) -> list[Json]:
    return [{"type": "tool_use", "id": NewId("tool_use"), **held}]


def _native(held: Json) -> list[Json]:
    kept = {name: value for name, value in held.items() if name not in ("result", "pending")}
    call = {"type": "server_tool_use", "id": NewId("server_tool_use"), "input": INPUTS.get(held["name"], {}), **kept}
    return _run(call, held)


def _a_native(value: Any, place: str) -> None:
    text_or_object(value, place)
    one_of(*RESULT_OF)(value, place)


def _mcp(held: Json) -> list[Json]:
    kept = {name: value for name, value in held.items() if name not in ("result", "pending", "server")}
    server = held.get("server", held.get("server_name", ""))
    call = {"type": "mcp_tool_use", "id": NewId("mcp_tool_use"), "input": {}, **kept, "server_name": server}
    return _run(call, held)


def _run(call: Json, held: Json) -> list[Json]:
    return [call] if held.get("pending") else [call, result_of(call, held.get("result"))]


def _programmatic(held: Json) -> list[Json]:
    code = {"type": "server_tool_use", "id": NewId("server_tool_use"), "name": "code_execution"}
    first = {**code, "input": {"code": held.get("code", "await call()")}}
    blocks = [first]
    for call in held["calls"]:
        [block] = _call({"name": call} if isinstance(call, str) else call)
        blocks.append({**block, "caller": {"type": CodeCaller(block["name"]), "tool_id": code["id"]}})
    return blocks


def _calls(value: Any, place: str) -> None:
    a_list(value, place)
    if not value:
        raise fault(place, "is a list of one call or more")
    for at, call in enumerate(value):
        inner = within(place, at)
        text_or_object(call, inner)
        if isinstance(call, dict):
            hold_fields(call, _CALL, inner)
            if "name" not in call:
                raise fault(inner, "needs `name`")


def _fallback(held: Json) -> list[Json]:
    models = {end: {"model": held[end]} for end in ("from", "to")}
    return [{"type": "fallback", **models, "trigger": {"type": "refusal", "category": held.get("category")}}]


def _compaction(held: Json) -> list[Json]:
    return [
        {"type": "compaction", "content": held["compaction"], **{k: v for k, v in held.items() if k != "compaction"}}
    ]


def _citations(value: Any, place: str) -> None:
    if value is not None:
        a_list(value, place)
        for at, citation in enumerate(value):
            an_object(citation, within(place, at))


def _marked(value: Any, place: str) -> None:
    """Thinking that nobody reads: a text, or just that it is there."""
    if value is not True and not isinstance(value, str):
        raise fault(place, f"is true or a text, not {named(value)}")


_CALL: dict[str, Kind] = {"name": text, "input": an_object, "id": text, "caller": an_object, "toolset_name": text}
_RUN: dict[str, Kind] = {"name": text, "input": an_object, "id": text, "result": anything, "pending": flag}
_NAMED = ("name",)

PARTS: dict[str, Part] = {
    "text": Part(text, {"citations": _citations}, _block("text")),
    "thinking": Part(text, {"signature": text}, _block("thinking")),
    "redacted_thinking": Part(_marked, {"data": text}, _redacted),
    "call": Part(text_or_object, _CALL, _call, _NAMED, "name"),
    "native": Part(_a_native, {**_RUN, "name": one_of(*RESULT_OF), "caller": an_object}, _native, _NAMED, "name"),
    "mcp": Part(text_or_object, {**_RUN, "server": text, "server_name": text}, _mcp, _NAMED, "name"),
    "programmatic": Part(an_object, {"code": text, "calls": _calls}, _programmatic, ("calls",), "calls"),
    "fallback": Part(
        an_object, {"from": text, "to": text, "category": text_or_nothing}, _fallback, ("from", "to"), "from"
    ),
    "compaction": Part(text_or_nothing, {"encrypted_content": text}, _compaction),
}
