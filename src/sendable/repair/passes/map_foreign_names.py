"""The pass `map_foreign_names`."""

import re
from collections.abc import Iterator

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.new_ids import new_id
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Json
from sendable.wire.index import Index
from sendable.wire.paths import Path

DECLARED = "tool-name-pattern"
CALLED = "tool-use-name-length"
LONGEST_CALLED = 200

_fits = re.compile(r"[a-zA-Z0-9_-]{1,128}\Z").match

Named = tuple[Path, str]


@repair_pass(DECLARED, CALLED)
def map_foreign_names(draft: Draft) -> None:
    """Give tools names that the API takes, wherever the request names them.

    That is the definition, `tool_choice`, calls in the history, and references to deferred, added and removed tools. A
    name in the history whose tool is not declared stays as it is unless it is too long or empty, since the API reads no
    pattern there. The model then calls the tool by its new name, and `restore_ids` gives the old one back.

    Cutting the name off instead would make one name of two tools.
    """
    declared = {name for _, name in _definitions(draft.index) if not _fits(name)}
    for path, name in (*_definitions(draft.index), *_mentions(draft.index)):
        if name in declared:
            _rename(draft, path, name, DECLARED)
    for path, name in _calls(draft.index):
        if name in declared:
            _rename(draft, path, name, DECLARED)
        elif not name or len(name) > LONGEST_CALLED:
            _rename(draft, path, name, CALLED)


def _rename(draft: Draft, path: Path, old: str, rule: str) -> None:
    new = new_id(old)
    if draft.may(rule, path, Loss.KEEPS, "gave the tool a name that the API takes"):
        draft.set(path, new)
        draft.ids.setdefault("names", {})[new] = old


def _definitions(index: Index) -> Iterator[Named]:
    for tool in index.tools:
        if tool.kind == "custom":
            yield from _named(tool.value, tool.path, "name")
    for block in index.blocks("tool_addition"):
        added = _held(block.value, "tool")
        if added.get("type") == "tool_definition":
            yield from _named(_held(added, "definition"), (*block.path, "tool", "definition"), "name")


def _calls(index: Index) -> Iterator[Named]:
    for call in index.blocks("tool_use"):
        yield from _named(call.value, call.path, "name")


def _mentions(index: Index) -> Iterator[Named]:
    yield from _named(_held(index.request, "tool_choice"), ("tool_choice",), "name")
    for block in index.nested("tool_reference"):
        yield from _named(block.value, block.path, "tool_name")
    for block in index.blocks("tool_addition", "tool_removal"):
        tool = _held(block.value, "tool")
        if tool.get("type") == "tool_reference":
            yield from _named(tool, (*block.path, "tool"), "name")


def _held(value: Json, field: str) -> Json:
    held = value.get(field)
    return held if isinstance(held, dict) else {}


def _named(value: Json, path: Path, field: str) -> Iterator[Named]:
    if isinstance(name := value.get(field), str):
        yield (*path, field), name
