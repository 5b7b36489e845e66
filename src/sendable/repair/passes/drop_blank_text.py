"""The pass `drop_blank_text`."""

from sendable.contract.blank_texts import blank_texts, is_blank, only_blanks
from sendable.repair.breakpoints import JOINED, is_breakpoint, longer
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.what_is_left import nothing_left
from sendable.wire.blocks import Block

_SYSTEM = "system-text-blank"
_GIVEN_UP = "gave up the cache breakpoint: no block before it can carry one"


@repair_pass("text-cache-empty", "text-empty", "text-whitespace", "system-text-blank")
def drop_blank_text(draft: Draft) -> None:
    """Drop text in which nothing can be seen, and the message with it when nothing else is there.

    A placeholder would put words into somebody's mouth, and a space only trades one refusal for another. Whitespace
    that the API accepts stays. A breakpoint moves to the block before; where a request would be left without any
    message, the finding stays.
    """
    _in_messages(draft)
    _in_system(draft)


def _in_messages(draft: Draft) -> None:
    found = blank_texts(draft.index)
    if not found.empty and not found.blank:
        return
    rule_of = {block: _rule_for_empty(block) for block in found.empty}
    lone = {message.at for message in draft.index.messages if only_blanks(message)} if found.blank else set()
    rule_of.update((block, "text-whitespace") for block in found.blank if block.message in lone)
    if not rule_of or nothing_left(draft, rule_of):
        return
    for block, rule in sorted(rule_of.items(), key=lambda item: (item[0].message, item[0].position)):
        if draft.may(rule, block.path, Loss.DROPS, "dropped text in which nothing can be seen"):
            draft.drop(block, rule)


def _rule_for_empty(block: Block) -> str:
    return "text-empty" if block.value.get("cache_control") is None else "text-cache-empty"


def _in_system(draft: Draft) -> None:
    """Drop blank blocks of the system prompt; a breakpoint goes to the block before, in the system prompt as well."""
    kept: list[Block] = []
    marks: dict[Block, dict[str, object]] = {}
    dropped = 0
    for block in draft.index.system:
        doomed = block.position >= 0 and block.kind == "text" and is_blank(block.value.get("text"))
        if not doomed or not draft.may(_SYSTEM, block.path, Loss.DROPS, "dropped a blank system text"):
            kept.append(block)
            continue
        dropped += 1
        draft.unset(block.path)
        mark = block.value.get("cache_control")
        if not isinstance(mark, dict) or not is_breakpoint(mark):
            continue
        if not kept:
            draft.note(_SYSTEM, block.path, Loss.KEEPS, _GIVEN_UP, compared=False)
            continue
        held = marks.get(kept[-1], kept[-1].value.get("cache_control"))
        marks[kept[-1]] = longer(mark, held)
        if marks[kept[-1]] == held:
            draft.note(_SYSTEM, block.path, Loss.KEEPS, JOINED, compared=False)
    for block, mark in marks.items():
        if mark != block.value.get("cache_control"):
            what = "moved the cache breakpoint of a dropped block here"
            draft.note(_SYSTEM, block.path, Loss.KEEPS, what, compared=False)
            draft.set((*block.path, "cache_control"), mark)
    if dropped and dropped == len(draft.index.request["system"]):
        draft.unset(("system",))
