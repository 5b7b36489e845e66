"""What differs between the tools of two requests."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sendable.prefix.alignment import same
from sendable.prefix.canonical import digest, exact_block, loose_tools, referenced_tools
from sendable.prefix.cost import TOOLS, Place
from sendable.prefix.fields import first_difference
from sendable.wire.paths import Path, found

Json = dict[str, Any]


class ToolDifference(NamedTuple):
    """One difference.

    Attributes:
        kind: tool-added, tool-removed, tool-renamed, tool-changed or tools-reordered.
        path: where, in the later request; for a removed tool in the earlier one.
        sure: False where the documents leave open whether it counts.
        what: the difference in words.
        place: from where on it matters: for a deferred tool where the history first refers to it.
    """

    kind: str
    path: Path
    sure: bool
    what: str
    place: Place = TOOLS


def tool_differences(earlier: Json, later: Json) -> Iterator[ToolDifference]:
    """What differs, in the order of the later request; what went comes last."""
    if same(earlier.get("tools"), later.get("tools")):
        return
    for one in _differences(earlier, later):
        tool = found(earlier if one.kind == "tool-removed" else later, one.path[:2])
        deferred = isinstance(tool, dict) and tool.get("defer_loading")
        yield one._replace(place=_first_reference(later, _text(tool.get("name")))) if deferred else one


def _first_reference(request: Json, name: str) -> Place:
    """The block of the messages that first refers to a tool."""
    messages = request.get("messages")
    for at, message in enumerate(messages if isinstance(messages, list) else ()):
        content = message.get("content") if isinstance(message, dict) else None
        for position, block in enumerate(content if isinstance(content, list) else ()):
            if name in referenced_tools(block):
                return at, position
    return TOOLS


def _differences(earlier: Json, later: Json) -> Iterator[ToolDifference]:
    here, there = _compared(earlier, later, earlier), _compared(earlier, later, later)
    names = {key: at for at, key in enumerate(map(_key, (tool for _, tool in here)))}
    gone = set(names.values())
    come: list[tuple[int, Json]] = []
    kept: list[int] = []
    for position, tool in there:
        at = names.get(_key(tool))
        if at is None or at not in gone:
            come.append((position, tool))
            continue
        gone.discard(at)
        kept.append(at)
        yield from _changed(here[at][1], tool, position)
    left = [here[at] for at in sorted(gone)]
    yield from _added(left, come)
    yield from (ToolDifference("tool-removed", ("tools", at), True, "a tool was removed") for at, _ in left)
    if kept != sorted(kept):
        what = "the tools stand in another order; whether that counts is not documented"
        yield ToolDifference("tools-reordered", ("tools",), False, what)


def _compared(earlier: Json, later: Json, side: Json) -> list[tuple[int, Json]]:
    """The tools of one side that are compared, with their places: deferred ones that nothing refers to aside.

    What only the new part of the later request refers to counts when the earlier one had it.
    """
    tools = side.get("tools")
    if not isinstance(tools, list):
        return []
    listed = [(at, exact_block(tool)) for at, tool in enumerate(tools) if isinstance(tool, dict)]
    if not any(tool.get("defer_loading") for _, tool in listed):
        return listed
    before = earlier.get("tools")
    known = (
        {_text(tool.get("name")) for tool in before if isinstance(tool, dict)} if isinstance(before, list) else set()
    )
    names = referenced_tools(earlier.get("messages")) | (referenced_tools(later.get("messages")) & known)
    return [(at, tool) for at, tool in listed if not tool.get("defer_loading") or _text(tool.get("name")) in names]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _key(tool: Json) -> tuple[str, str]:
    """What a tool is known by: its name, or the server whose toolset it is."""
    return ("name", _text(tool.get("name"))) if "name" in tool else (
        _text(tool.get("type")), _text(tool.get("mcp_server_name")))  # fmt: skip


def _changed(earlier: Json, later: Json, position: int) -> Iterator[ToolDifference]:
    spot = first_difference(earlier, later)
    if spot is None:
        return
    path = ("tools", position, *spot.path)
    if same(loose_tools([earlier]), loose_tools([later])):
        yield ToolDifference("tool-changed", path, False, "a tool differs by an explicit default")
    else:
        yield ToolDifference("tool-changed", path, True, f"a field of a tool was {spot.how}")


def _added(left: list[tuple[int, Json]], come: Sequence[tuple[int, Json]]) -> Iterator[ToolDifference]:
    """What came; one that differs from a tool that went by its name alone is that one, which leaves the list."""
    twins: dict[bytes, list[tuple[int, Json]]] = {}
    for one in reversed(left):
        twins.setdefault(digest(_nameless(one[1])), []).append(one)
    renamed = set()
    for position, tool in come:
        held = twins.get(digest(_nameless(tool)))
        if held:
            renamed.add(held.pop()[0])
            yield ToolDifference("tool-renamed", ("tools", position, "name"), True, "a tool was renamed")
        else:
            yield ToolDifference("tool-added", ("tools", position), True, "a tool was added")
    left[:] = [one for one in left if one[0] not in renamed]


def _nameless(tool: Json) -> Json:
    return {name: held for name, held in tool.items() if name != "name"}
