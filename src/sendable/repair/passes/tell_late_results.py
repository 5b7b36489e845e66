"""The pass `tell_late_results`."""

from sendable.contract.client_pairs import client_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.orphan_text import result_as_blocks
from sendable.repair.passes.answer_missing_results import NO_RESULT
from sendable.repair.repair_pass import repair_pass
from sendable.repair.sameness import said
from sendable.wire.blocks import Block, Json, Message

WHAT = "told the result as text: its call was answered in an earlier request"


@repair_pass(always=True, unstable="what counts as late depends on the requests that were sent before")
def tell_late_results(draft: Draft) -> None:
    """Tell a real result as text in the newest user turn when an earlier request had to answer its call without it.

    Putting it in the place of the answer that was sent would change the request behind which the model went on. The
    same holds for another result of a call that was answered. Without the state of the conversation nothing is late.
    """
    if not draft.past.given or "tool_result" not in draft.index.top:
        return
    pairs = client_pairs(draft.index)
    orphans = [one.block for one in pairs.orphans if _is_new(draft, one.block)]
    repeats = [one.block for one in pairs.repeats if _is_new(draft, one.block)]
    if not orphans and not repeats:
        return
    answers = _answers(draft)
    late = [block for block in orphans if (answer := _answer(answers, block)) is not None and _put_in(answer)]
    messages = {message.at: message for message in draft.index.messages}
    for block in sorted([*late, *repeats], key=lambda one: (one.message, one.position)):
        answer = _answer(answers, block)
        if answer is not None:
            _tell(draft, block, answer, messages[block.message])


def _answer(answers: dict[str, Block], result: Block) -> Block | None:
    return answers.get(str(result.value.get("tool_use_id")))


def _answers(draft: Draft) -> dict[str, Block]:
    """The results that were sent before, by the id of their calls."""
    return {
        str(block.value.get("tool_use_id")): block
        for block in draft.index.blocks("tool_result")
        if not _is_new(draft, block)
    }


def _is_new(draft: Draft, block: Block) -> bool:
    at = draft.origins.of(("messages", block.message))[1]
    return isinstance(at, int) and at >= draft.past.given


def _put_in(answer: Block) -> bool:
    return bool(answer.value.get("content") == NO_RESULT and answer.value.get("is_error") is True)


def _tell(draft: Draft, block: Block, answer: Block, message: Message) -> None:
    if said(block) == said(answer) or not draft.may("", block.path, Loss.DEMOTES, WHAT):
        return
    told: list[Json] = result_as_blocks({name: held for name, held in block.value.items() if name != "cache_control"})
    newest = draft.index.turns[-1]
    if newest.role == "user":
        last = newest.messages[-1]
        for value in told:
            draft.insert_block(last, len(last.blocks), value, block.path)
        draft.drop(block, "")
        return
    draft.replace(block, told[0])
    for value in told[1:]:
        draft.insert_block(message, block.position + 1, value, block.path)
