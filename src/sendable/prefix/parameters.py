"""What lies outside the compared prefix and still restarts the prompt cache.

Documented in build-with-claude/prompt-caching, "invalidation" (2026-10-08): speed and citations restart system and
messages; tool choice, the presence of images, the thinking setting and the effort restart the messages. Each model has
a cache of its own. With `drop_block` "the cache restarts at the edit" (preserved-thinking, 2026-10-10): to ask for that
changes nothing by itself, nor does the `adaptive` that a model does unasked and that such a request has to name.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sendable.prefix.alignment import Alignment, may_differ_in, same
from sendable.prefix.cost import MESSAGES, SYSTEM, TOOLS, Place
from sendable.prefix.side import Side
from sendable.targets import Target

Json = dict[str, Any]


_RESTARTING = (
    ("tool_choice", "tool_choice", "the tool choice differs"),
    ("thinking", "thinking", "the thinking setting differs"),
    ("output_config", "output_config.effort", "the effort differs"),
)


class ParameterDifference(NamedTuple):
    """One difference: its path, in words, and the place from which on the cache restarts."""

    path: str
    what: str
    place: Place


def restarting(request: Json, target: Target) -> Json:
    """The parameters whose change restarts the messages, as the cache sees them, by the field that holds them.

    Args:
        request: the body.
        target: where it goes, with its model.
    """
    return {"tool_choice": _choice(request), "thinking": _thinking(request, target), "output_config": _effort(request)}


def parameter_differences(
    one: Side, other: Side, earlier: Json, later: Json, alignment: Alignment | None = None, target: Target | None = None
) -> Iterator[ParameterDifference]:
    """What differs, the farthest reaching first.

    Args:
        one, other: the messages of the two requests.
        earlier, later: the requests.
        alignment: of all messages; saves looking through those of both.
        target: where the later one goes.
    """
    target = Target.of(target).for_request(later)
    if "model" in earlier and "model" in later and earlier["model"] != later["model"]:
        yield ParameterDifference("model", "another model, which has a cache of its own", TOOLS)
    if not same(earlier.get("speed"), later.get("speed")):
        yield ParameterDifference("speed", "the speed differs", SYSTEM)
    if _new(b'"citations"', one, other, alignment) and _cites(one) != _cites(other):
        yield ParameterDifference("messages", "citations were switched on or off", SYSTEM)
    before, now = restarting(earlier, target), restarting(later, target)
    for field, path, what in _RESTARTING:
        if not same(before[field], now[field]):
            yield ParameterDifference(path, what, MESSAGES)
    if _new(b'"image"', one, other, alignment) and _shows(one) != _shows(other):
        yield ParameterDifference("messages", "one of the requests holds images, the other none", MESSAGES)


def _new(mark: bytes, one: Side, other: Side, alignment: Alignment | None) -> bool:
    return alignment is None or may_differ_in(mark, one, other, alignment)


def _choice(request: Json) -> Any:
    """The tool choice; left out is `auto`."""
    held = request.get("tool_choice")
    choice = {"type": "auto"} if held is None else held
    if isinstance(choice, dict) and choice.get("disable_parallel_tool_use") in (False, None):
        return {name: value for name, value in choice.items() if name != "disable_parallel_tool_use"}
    return choice


def _thinking(request: Json, target: Target) -> Any:
    """The thinking setting without what it says about old blocks; left out it is what the model does unasked."""
    held = request.get("thinking")
    if held is None:
        return {"type": "adaptive"} if target.facts is not None and target.facts.thinks_unasked else None
    return {name: value for name, value in held.items() if name != "block_binding"} if isinstance(held, dict) else held


def _effort(request: Json) -> Any:
    held = request.get("output_config")
    return held.get("effort") if isinstance(held, dict) else None


def _cites(side: Side) -> bool:
    return any(_asks_to_cite(block) for block in _blocks(side, b'"citations"', "document", "search_result"))


def _asks_to_cite(block: Json) -> bool:
    setting = block.get("citations")
    return isinstance(setting, dict) and bool(setting.get("enabled"))


def _shows(side: Side) -> bool:
    return next(_blocks(side, b'"image"', "image"), None) is not None


def _blocks(side: Side, mark: bytes, *kinds: str) -> Iterator[Json]:
    """Blocks of these kinds in the messages that hold a mark, and in the results in them."""
    if not side.holds(mark):
        return
    for message, raw in zip(side.messages, side.raw, strict=True):
        content = message.get("content") if mark in raw and isinstance(message, dict) else None
        if isinstance(content, list):
            yield from _of(content, kinds)


def _of(content: Sequence[Any], kinds: tuple[str, ...]) -> Iterator[Json]:
    for block in content:
        if not isinstance(block, dict):
            continue
        if block.get("type") in kinds:
            yield block
        elif block.get("type") == "tool_result" and isinstance(block.get("content"), list):
            yield from (inner for inner in block["content"] if isinstance(inner, dict) and inner.get("type") in kinds)
