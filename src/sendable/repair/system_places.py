"""Where a system entry can go, and what becomes of it there."""

from typing import Any, NamedTuple

from sendable.contract.blank_texts import is_blank
from sendable.contract.client_pairs import split_results
from sendable.contract.native_pairs import native_pairs
from sendable.contract.threads import continues_thread
from sendable.contract.tool_changes import CHANGES
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.message_fields import fields_beside, named, unknown_fields
from sendable.repair.what_is_left import nothing_left
from sendable.wire.blocks import Block, Json, Message, Turn
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS
from sendable.wire.paths import Path


class Behind(NamedTuple):
    """The place behind some results: the message that holds the last, and where it ends."""

    message: Message
    at: int


def destination(index: Index, run: Turn) -> int | None:
    """The index of the message in front of which a run may stand: behind user messages, before an assistant's or last.

    Other entries in between are looked through: they either stay in a place like that, or go there, too.
    """
    return index.once(_destinations).get(run.number)


def _destinations(index: Index) -> dict[int, int]:
    """The destination of every run of system entries that has one, found from the end on."""
    found: dict[int, int] = {}
    behind: Turn | None = None
    closed = False
    for turn in reversed(index.turns):
        if turn.role == "system":
            if behind is not None:
                found[turn.number] = behind.messages[-1].at + 1
        elif turn.role != "user":
            closed = True
        elif closed or behind is None:
            behind, closed = turn, False
    return found


def move(draft: Draft, message: Message, to: int) -> None:
    """Move an entry as it is."""
    draft.unset(message.path)
    draft.insert_message(to, message.value, message.path)


def can_hoist(draft: Draft, run: Turn, unsupported: bool) -> bool:
    """Whether a run can become part of the top-level `system`.

    It opens the conversation, is not all of it, and holds text and no change of tools; where entries are refused the
    latter is lost in any place. A bare list of messages has no top level, and that of a thread stays as it began.
    """
    index = draft.index
    if run.number > 0 or len(index.turns) == 1 or index.source.shape == "messages" or continues_thread(index):
        return False
    return any(texts_of(message) for message in run.messages) and (
        unsupported or not any(block.kind in CHANGES for message in run.messages for block in message.blocks)
    )


def texts_of(message: Message) -> list[Block]:
    """The text blocks of an entry in which something can be seen."""
    return [block for block in message.blocks if block.kind == "text" and not is_blank(block.value.get("text"))]


def hoist(draft: Draft, run: Turn, rule: str) -> None:
    """Put the text of a run at the end of the top-level `system`; an effort that it sets stays in an entry."""
    told: list[Block] = []
    for message in run.messages:
        texts = texts_of(message)
        told += texts
        setting = message.value.get("output_config")
        if setting is not None and rule != "sys-unsupported-model":
            if texts:
                draft.set((*message.path, "content"), [])
            continue
        draft.unset(message.path)
        _lost(draft, message, rule, unknown_fields(message))
    held = draft.index.request.get("system")
    lone = run.messages[0].value.get("content")
    if not held and len(told) == 1 and isinstance(lone, str):
        draft.edit.set(("system",), lone, {(): told[0].path[:-1]})
        return
    before = [{"type": "text", "text": held}] if isinstance(held, str) and held else held
    kept = before if isinstance(before, list) else []
    stood: dict[Path, Path] = {(len(kept) + at,): block.path for at, block in enumerate(told)}
    draft.edit.set(("system",), [*kept, *(block.value for block in told)], stood)


def tell(draft: Draft, run: Turn, rule: str) -> None:
    """Turn the entries of a run into messages of the user, where they stand or behind the results that follow them.

    While a native call waits nothing may follow the results, so they go in front of the turn that called.
    """
    behind = _results_behind(draft.index, run)
    ahead = draft.index.turns[run.number - 1].messages[0] if behind is not None and _waits(draft.index, run) else None
    silent = {message for message in run.messages if not texts_of(message)}
    stay = bool(silent) and nothing_left(draft, messages=silent)
    for message in run.messages:
        if message not in silent:
            _tell(draft, message, rule, behind, ahead)
        elif not (stay or unknown_fields(message)) and draft.may(
            rule, message.path, Loss.DROPS, "dropped a system entry without text, which nothing can stand for"
        ):
            draft.unset(message.path)


def _tell(draft: Draft, message: Message, rule: str, behind: Behind | None, ahead: Message | None) -> None:
    since = None if ahead is None else ahead.path
    what = "told the system entry as a message of the user"
    if not may_lose(draft, [message]) or not draft.may(rule, message.path, Loss.DEMOTES, what, since=since):
        return
    texts = texts_of(message)
    alone = behind is None or ahead is not None
    _lost(draft, message, rule, [] if alone else unknown_fields(message))
    content = message.value.get("content")
    kept = {name: message.value[name] for name in unknown_fields(message)}
    said = content if isinstance(content, str) else [block.value for block in texts]
    told: Json = {**kept, "role": "user", "content": said}
    if behind is None:
        draft.set(message.path, told)
        return
    draft.unset(message.path)
    if ahead is not None:
        draft.insert_message(ahead.at, told, message.path)
        return
    for block in texts:
        draft.insert_block(behind.message, behind.at, block.value, block.path)


def may_lose(draft: Draft, messages: list[Message]) -> bool:
    """Whether all may be lost that entries say beside their texts."""
    return draft.options.max_loss == Loss.DROPS or not any(
        message.value.get("output_config") is not None
        or fields_beside(message)
        or any(block.kind in CHANGES for block in message.blocks)
        for message in messages
    )


def _lost(draft: Draft, message: Message, rule: str, fields: list[str]) -> None:
    """Note what an entry says beside its text, and what the place it goes to cannot say."""
    for block in message.blocks:
        if block.kind in CHANGES:
            draft.may(rule, block.path, Loss.DROPS, "dropped a change of tools, which only a system entry can hold")
    if message.value.get("output_config") is not None:
        what = "dropped the effort of a single turn, which only a system entry can set"
        draft.may(rule, (*message.path, "output_config"), Loss.DROPS, what)
    if fields:
        draft.may(rule, message.path, Loss.DROPS, f"dropped {named(fields)} of a system entry that became text")


def _results_behind(index: Index, run: Turn) -> Behind | None:
    """The end of the results that the turn behind a run opens with; None where it does not."""
    turn = index.turns[run.number + 1] if run.number + 1 < len(index.turns) else None
    results = split_results(turn)[0] if turn is not None and turn.role == "user" else []
    if turn is None or not results:
        return None
    last = results[-1]
    return Behind(next(one for one in turn.messages if one.at == last.message), last.position + 1)


def _waits(index: Index, run: Turn) -> bool:
    """Whether a native call of the turn before waits for its result, once nothing stands in between any more."""
    if run.number == 0 or run.number + 2 != len(index.turns):
        return False
    held: list[Any] = [block for block in index.turns[run.number - 1].blocks if block.kind in NATIVE_CALLS]
    unpaired = set(native_pairs(index).unpaired) if held else set()
    return any(block in unpaired for block in held)
