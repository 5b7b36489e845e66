"""The edits of a request's `context_management`."""

from collections.abc import Iterator

from sendable.wire.blocks import Json
from sendable.wire.index import Index

CLEAR_THINKING = "clear_thinking_20251015"
COMPACT = "compact_20260112"


def edits(index: Index) -> Iterator[tuple[int, Json]]:
    """The edits that are objects, with their places in the list."""
    management = index.request.get("context_management")
    listed = management.get("edits") if isinstance(management, dict) else None
    if isinstance(listed, (list, tuple)):
        for at, edit in enumerate(listed):
            if isinstance(edit, dict):
                yield at, edit
