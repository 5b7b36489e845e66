"""Take an image or document out of a request, and leave a note where it stood.

What the newest user turn itself holds stays, whatever is wrong with it: the user waits for an answer to it, and has to
hear that it cannot be sent. Everywhere else nobody would.
"""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.wire.blocks import Block, Json
from sendable.wire.index import Index
from sendable.wire.paths import Path


def media_by_path(index: Index) -> dict[Path, Block]:
    """Every image and document of a request, by its place."""
    blocks = (*index.blocks("image", "document"), *index.nested("image", "document"))
    return {block.path: block for block in blocks}


def medium_at(media: dict[Path, Block], place: Path) -> Block | None:
    """The image or document that a finding speaks of, which names the block or a field of its source."""
    for end in (len(place), len(place) - 1, len(place) - 2):
        if place[:end] in media:
            return media[place[:end]]
    return None


def newest_user_messages(index: Index) -> frozenset[int]:
    """The messages of the newest user turn."""
    turn = next((turn for turn in reversed(index.turns) if turn.role == "user"), None)
    return frozenset(message.at for message in turn.messages) if turn is not None else frozenset()


def may_go(block: Block, newest: frozenset[int]) -> bool:
    """Whether a medium may be taken out: it stands in an earlier turn or in a tool result."""
    outer = block
    while outer.parent is not None:
        outer = outer.parent
    return outer.kind == "tool_result" or outer.message not in newest


def take_out(draft: Draft, block: Block, rule: str, why: str) -> bool:
    """Put a note in the place of a medium; whether the caller allows that."""
    if not draft.may(rule, block.path, Loss.DROPS, f"replaced the {block.kind} by a note: {why}"):
        return False
    draft.replace(block, note(block, why))
    return True


def note(block: Block, why: str) -> Json:
    """The text block that says what is gone and why; a breakpoint is carried on."""
    held = {"type": "text", "text": f"[{block.kind} removed: {why}]"}
    mark = block.value.get("cache_control")
    return held if mark is None else {**held, "cache_control": mark}
