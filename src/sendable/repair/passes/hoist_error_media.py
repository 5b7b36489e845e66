"""The pass `hoist_error_media`."""

from functools import cache

from sendable.contract.tool_results import error_results, programmatic_results
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.result_text import FAILED, MEDIA, as_text, only_text, says_something
from sendable.wire.blocks import Block, Json, Message, Turn
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS
from sendable.wire.paths import Path

RULE = "tool-result-error-media"


@repair_pass(RULE)
def hoist_error_media(draft: Draft) -> None:
    """Move the images and documents of a failed call behind the whole run of results; tell anything else as text.

    The text and the flag stay, so the model hears that the call failed, and sees what it showed. A result left without
    text says that the call failed, which is what its flag says. Nothing may follow the results while a native call is
    in flight; then the flag goes instead, and the text says it. The result of a call that code made holds only text.
    """
    wanted = {finding.place for finding in draft.findings}
    results = [block for block in error_results(draft.index) if block.path in wanted]
    messages = {message.at: message for message in draft.index.messages}
    by_code = set(programmatic_results(draft.index))
    ends: dict[Block, Block] = {}
    was_open = cache(lambda number: _was_open(draft.index, draft.index.turns[number]))
    for block in results:
        turn = draft.index.turns[messages[block.message].turn]
        if block in by_code:
            _tell(draft, block)
        elif _holds_media(block) and was_open(turn.number):
            _clear_flag(draft, block)
        else:
            if block not in ends:
                ends.update(_ends_of_runs(turn))
            _hoist(draft, block, messages[ends[block].message], ends[block].position + 1)


def _holds_media(block: Block) -> bool:
    return any(isinstance(item, dict) and item.get("type") in MEDIA for item in block.value["content"])


def _was_open(index: Index, turn: Turn) -> bool:
    """Whether the turn before it holds a native call whose result was still to come when these results were sent."""
    asking = index.turns[turn.number - 1] if turn.number else turn
    answered = {str(block.value.get("tool_use_id")) for block in asking.blocks if block.kind in NATIVE_RESULTS}
    return any(str(block.value.get("id")) not in answered for block in asking.blocks if block.kind in NATIVE_CALLS)


def _ends_of_runs(turn: Turn) -> dict[Block, Block]:
    """For each result of a turn the last one of the unbroken run of results that it stands in."""
    ends: dict[Block, Block] = {}
    end: Block | None = None
    for block in reversed(turn.blocks):
        if block.kind != "tool_result":
            end = None
            continue
        end = end or block
        ends[block] = end
    return ends


def _tell(draft: Draft, block: Block) -> None:
    content, loss = only_text(block.value["content"], "the result of a call that code made holds only text")
    if draft.may(RULE, block.path, loss, "told what the failed call held as text"):
        draft.set((*block.path, "content"), content)


def _clear_flag(draft: Draft, block: Block) -> None:
    what = "said in the text that the call failed instead of by the flag, since nothing may follow these results"
    if draft.may(RULE, block.path, Loss.DEMOTES, what):
        draft.unset((*block.path, "is_error"))
        draft.edit.insert((*block.path, "content", 0), {"type": "text", "text": FAILED})


def _hoist(draft: Draft, block: Block, message: Message, behind: int) -> None:
    kept: list[object] = []
    moved: list[tuple[Json, Path]] = []
    loss = Loss.KEEPS
    for at, item in enumerate(block.value["content"]):
        if not isinstance(item, dict) or item.get("type") == "text":
            kept.append(item)
        elif item.get("type") in MEDIA:
            moved.append((item, (*block.path, "content", at)))
        else:
            kept.append(as_text(item))
            loss = Loss.DEMOTES
    what = (
        "moved the media of the failed call behind the results" if moved else "told what the failed call held as text"
    )
    if not draft.may(RULE, block.path, loss, what):
        return
    draft.set((*block.path, "content"), kept if says_something(kept) else [{"type": "text", "text": FAILED}])
    for item, origin in moved:
        draft.insert_block(message, behind, item, origin)
