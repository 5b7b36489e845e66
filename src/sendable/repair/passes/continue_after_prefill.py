"""The pass `continue_after_prefill`."""

from sendable.contract.blank_texts import only_blanks
from sendable.contract.closing_turn import prefill
from sendable.contract.native_pairs import native_pairs
from sendable.repair.callers import make_direct
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.message_fields import remove_empty
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block, Message, Turn

GO_ON = "Continue."


@repair_pass(
    "prefill-unsupported",
    "prefill-json-format",
    unstable="the user message that is put in stands at the end only as long as nothing follows",
)
def continue_after_prefill(draft: Draft) -> None:
    """Put a user message that asks to go on behind assistant text that the model does not take as a prefill.

    Dropping the text would lose what was said, and moving it into a user message would put it into another's mouth.
    Assistant messages at the end that hold nothing are dropped. A paused turn is continued as it is. A native call
    that waits in front of the text cannot wait any more once a user message follows, so it is dropped with that.
    """
    turn = prefill(draft.index)
    if turn is None or not draft.findings:
        return
    rule = draft.findings[0].rule
    empty = [message for message in turn.messages if _is_empty(message)]
    if len(empty) == len(turn.messages):
        if turn.number > 0:
            for message in empty:
                remove_empty(draft, message, rule)
        return
    waiting = native_pairs(draft.index).waiting
    if waiting and draft.options.max_loss < Loss.DROPS:
        return
    what = "asked the model to go on, since it takes no assistant text as the beginning of its answer"
    behind = len(draft.index.request["messages"])
    if draft.may(rule, _last_said(turn).path, Loss.KEEPS, what, invents=True, since=("messages", behind)):
        draft.insert_message(behind, {"role": "user", "content": GO_ON}, _last_said(turn).path)
        for message in empty:
            remove_empty(draft, message, rule)
        _drop_waiting(draft, waiting, rule)


def _is_empty(message: Message) -> bool:
    return not message.value.get("content") or only_blanks(message)


def _last_said(turn: Turn) -> Message:
    return next(message for message in reversed(turn.messages) if not _is_empty(message))


def _drop_waiting(draft: Draft, waiting: list[Block], rule: str) -> None:
    for call in waiting:
        if draft.may(rule, call.path, Loss.DROPS, "dropped the native call, which cannot wait in a closed turn"):
            draft.drop(call, rule)
    make_direct(draft, waiting, rule)
