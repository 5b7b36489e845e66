"""The pass `trim_trailing_whitespace`."""

from sendable.contract.blank_texts import is_blank
from sendable.contract.closing_turn import closing_turn
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "trailing-whitespace"


@repair_pass(RULE, unstable="the same text keeps its whitespace once a user message follows it")
def trim_trailing_whitespace(draft: Draft) -> None:
    """Cut the whitespace off the end of the assistant text that the model is to go on with.

    A text of nothing but whitespace goes, and the one before it is cut. Asking the user to go on instead would say more
    than anybody did, where the model takes a prefill.
    """
    turn = closing_turn(draft.index)
    for block in reversed(turn.blocks if turn is not None else []):
        text = block.value.get("text")
        if block.kind != "text" or not isinstance(text, str) or text == text.rstrip():
            return
        if is_blank(text):
            if not draft.may(RULE, block.path, Loss.DROPS, "dropped a blank text at the end of the request"):
                return
            draft.drop(block, RULE)
            continue
        if draft.may(RULE, block.path, Loss.KEEPS, "cut whitespace off the end of the last assistant text"):
            draft.set(block.path if block.position < 0 else (*block.path, "text"), text.rstrip())
        return
