"""Results of client calls told as text, once their calls are gone."""

from sendable.wire.blocks import Block, Json
from sendable.wire.paths import Path

MEDIA = frozenset({"image", "document", "search_result"})
NOTHING = "nothing that can be read"


def result_as_blocks(result: Json) -> list[Json]:
    """Blocks for a user turn that tell a result: its text in brackets, then its media as they are.

    A breakpoint of the result goes to the last of them.
    """
    media = [_unmarked(item) for item in _items(result) if str(item.get("type")) in MEDIA]
    told = "\n".join(line for item in _items(result) if (line := _line(item)).strip())
    name = "Error of a tool call" if result.get("is_error") is True else "Result of a tool call"
    says = told or ("as follows" if media else NOTHING)
    blocks: list[Json] = [{"type": "text", "text": f"[{name}: {says}]"}, *media]
    if result.get("cache_control") is not None:
        blocks[-1] = {**blocks[-1], "cache_control": result["cache_control"]}
    return blocks


def places_of(result: Block) -> list[Path]:
    """Where each of those blocks stood: the first is told of the result, the others are its media."""
    content = result.value.get("content")
    items = content if isinstance(content, (list, tuple)) else ()
    return [
        result.path,
        *(
            (*result.path, "content", at)
            for at, item in enumerate(items)
            if isinstance(item, dict) and str(item.get("type")) in MEDIA
        ),
    ]


def _items(result: Json) -> list[Json]:
    content = result.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [item for item in content if isinstance(item, dict)] if isinstance(content, (list, tuple)) else []


def _line(item: Json) -> str:
    field = {"text": "text", "tool_reference": "tool_name"}.get(str(item.get("type")), "")
    held = item.get(field)
    return held if isinstance(held, str) else ""


def _unmarked(item: Json) -> Json:
    return {name: value for name, value in item.items() if name != "cache_control"}
