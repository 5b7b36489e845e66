"""What a repair may do about a refusal that nobody foresaw: for each rule the places that are acted on.

Passes are made for findings of rules, whose places are of one form. What the API tells may be of any form, and what it
meant nobody knows for sure. So a pass is only told of what stands in full where its rule would see it, and where what
goes is no more than what was named. All else is left to whoever sent the request.
"""

from collections.abc import Callable
from typing import Any

from sendable.contract.finding import Finding
from sendable.repair.told_place import FREE, stands
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, THINKING
from sendable.wire.paths import Path, found

_SAID = frozenset(
    {
        *("messages", "system", "tools", "role", "content", "type", "name", "id", "tool_use_id", "text", "input"),
        *("source", "data", "url", "file_id", "media_type", "title", "context", "citations", "thinking", "signature"),
        *("summary", "input_schema", "description", "format", "schema", "tool_choice", "tool_name", "is_error"),
    }
)
"""Fields in which content stands, or which tell what it is: they never go for a message alone."""

_SOURCE = frozenset({"data", "url", "media_type", "file_id", "type"})


def is_acted_on(finding: Finding, index: Index) -> bool:
    """Whether a repair may act on what the API told.

    Args:
        finding: what was told, with its place in the request at hand.
        index: the request.
    """
    scope = _SCOPES.get(finding.rule)
    return scope is not None and stands(index.request, finding.place) and scope(finding, index)


def _spare_field(finding: Finding, index: Index) -> bool:
    return is_spare(index.request, finding.place)


def is_spare(request: dict[str, Any], place: Path) -> bool:
    """Whether a field is one of an object inside the body, and holds nothing of what was said.

    Args:
        request: the request.
        place: of the field, which is there.
    """
    *way, name = place
    if not way or not isinstance(name, str) or FREE.intersection(map(str, way)):
        return False
    return name not in _SAID or found(request, place) is None


def _field(*place: str) -> Callable[[Finding, Index], bool]:
    """This very field."""
    return lambda finding, _: finding.place == place


def _clear_at(finding: Finding, index: Index) -> bool:
    place = finding.place
    return len(place) == 3 and place[0] == "messages" and place[2] == "clear_at" and _spare_field(finding, index)


def _thinking(finding: Finding, index: Index) -> bool:
    """A thinking block, or what makes it one."""
    rest = finding.place[4:]
    return _kind_at(index, finding.place[:4]) in THINKING and rest in ((), ("thinking",), ("signature",), ("data",))


def _medium(finding: Finding, index: Index) -> bool:
    """An image or document, its source, or a field of that."""
    place = finding.place
    for end in (4, 6, 8):
        rest = place[end:]
        of_source = not rest or (rest[0] == "source" and (len(rest) == 1 or (len(rest) == 2 and rest[1] in _SOURCE)))
        if of_source and _kind_at(index, place[:end]) in ("image", "document"):
            return True
    return False


def _strict_tool(finding: Finding, index: Index) -> bool:
    tool = found(index.request, finding.place)
    return len(finding.place) == 2 and finding.place[0] == "tools" and isinstance(tool, dict) and "strict" in tool


def _example(finding: Finding, _: Index) -> bool:
    place = finding.place
    return len(place) == 4 and place[0] == "tools" and place[2] == "input_examples" and isinstance(place[3], int)


def _named_tool(finding: Finding, index: Index) -> bool:
    """A native tool whose very type the message names."""
    tool = next((tool for tool in index.tools if tool.path == finding.place), None)
    return tool is not None and tool.kind != "custom" and f"'{tool.kind}'" in finding.message


def _native(finding: Finding, index: Index) -> bool:
    """A half of a native pair, or what is in it, which is told as text; or a citation."""
    kind = _kind_at(index, finding.place[:4])
    of_text = len(finding.place) > 5 and finding.place[4] == "citations" and isinstance(finding.place[5], int)
    return kind in NATIVE_CALLS | NATIVE_RESULTS or (kind == "text" and of_text)


def _unknown_block(finding: Finding, index: Index) -> bool:
    """A half of a native pair, or a summary, whose very type the message names."""
    kind = _kind_at(index, finding.place)
    known = kind in NATIVE_CALLS | NATIVE_RESULTS or kind == "compaction"
    return len(finding.place) == 4 and known and f"'{kind}'" in finding.message


def _advisor_call(finding: Finding, index: Index) -> bool:
    call: Any = found(index.request, finding.place[:4])
    return _kind_at(index, finding.place[:4]) == "server_tool_use" and call.get("name") == "advisor"


def _first_block(finding: Finding, index: Index) -> bool:
    place = finding.place
    return len(place) == 5 and place[4] == "type" and bool(_kind_at(index, place[:4]))


def _kind_at(index: Index, place: Path) -> str:
    """The type of the block of a message that stands at a place; "" where none does."""
    block = found(index.request, place)
    is_block = len(place) >= 4 and place[0] == "messages" and isinstance(block, dict) and isinstance(place[-1], int)
    kind = block.get("type") if is_block else None
    return kind if isinstance(kind, str) else ""


_SCOPES: dict[str, Callable[[Finding, Index], bool]] = {
    "unknown-nested-field": _spare_field,
    "unknown-top-field": _spare_field,
    "cache-on-thinking": _spare_field,
    "cache-on-subcontent": _spare_field,
    "block-binding-field": _field("thinking", "block_binding"),
    "thinking-display-disabled": _field("thinking", "display"),
    "sys-clear-at": _clear_at,
    "thinking-bound": _thinking,
    "thinking-modified": _thinking,
    "thinking-signature-invalid": _thinking,
    "thinking-signature-missing": _thinking,
    "thinking-empty": _thinking,
    "redacted-data-invalid": _thinking,
    "thinking-first": _first_block,
    "tool-input-examples": _example,
    "strict-additional-properties": _strict_tool,
    "strict-circular": _strict_tool,
    "strict-unsupported-keyword": _strict_tool,
    "count-tokens-server-tools": _named_tool,
    "tool-type-without-beta": _named_tool,
    "tool-type-unsupported": _named_tool,
    "content-block-unknown-type": _unknown_block,
    "encrypted-content": _native,
    "advisor-history": _advisor_call,
    **dict.fromkeys(
        ("base64-invalid", "image-empty", "image-media-type", "image-media-mismatch", "image-unprocessable",
         "image-dimensions", "image-too-big", "file-source", "document-media-type", "pdf-empty", "pdf-invalid"),
        _medium,
    ),
}  # fmt: skip
