"""The pass `move_results_first`."""

from sendable.contract.client_pairs import Exchange, client_pairs
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block, Message, Turn

RULE = "tool-use-without-result"


@repair_pass(RULE, unstable="a result that comes in a later request stands before the text that came in between")
def move_results_first(draft: Draft) -> None:
    """Move the results that stand behind other content of their turn to the run of results that opens it.

    So text, images and documents end up behind the results, and the messages of the turn stay apart, as long as they
    hold anything. A breakpoint stays where the content ended that it stood behind. A result that comes one turn or more
    too late is no concern of this pass: the requests in between were sent without it, so to move it would rewrite them.
    """
    for exchange in client_pairs(draft.index).unanswered:
        calls = {call.value.get("id") for call in exchange.unanswered if isinstance(call.value.get("id"), str)}
        late = [result for result in exchange.later if _call_of(result) in calls]
        if exchange.answer is not None and late:
            _move(draft, exchange, exchange.answer, late)


def _call_of(result: Block) -> object:
    call = result.value.get("tool_use_id")
    return call if isinstance(call, str) else None


def _move(draft: Draft, exchange: Exchange, answer: Turn, late: list[Block]) -> None:
    message, at = end_of_results(exchange, answer)
    since = (*message.path, "content", at)
    for result in late:
        if draft.may(RULE, result.path, Loss.KEEPS, "moved the result to the front of its turn", since=since):
            bare = {name: value for name, value in result.value.items() if name != "cache_control"}
            draft.insert_block(message, at, bare, result.path)
            draft.drop(result, RULE)


def end_of_results(exchange: Exchange, answer: Turn) -> tuple[Message, int]:
    """The message and the place in it where the run of results ends that opens the answer."""
    if not exchange.leading:
        return answer.messages[0], 0
    last = exchange.leading[-1]
    return next(message for message in answer.messages if message.at == last.message), last.position + 1
