"""The pass `answer_missing_results`."""

from sendable.contract.client_pairs import Exchange, exchanges
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Block
from sendable.wire.paths import Path

NO_RESULT = "No result was recorded for this call."


@repair_pass(
    "tool-use-without-result",
    "pending-tool-use-at-end",
    unstable="a result that comes in a later request takes the place of the one put in",
)
def answer_missing_results(draft: Draft) -> None:
    """Answer a client call that has no result with an error result which says only that none was recorded.

    Dropping the call instead would edit what the model said, and with it every thinking block of the turn. Making up
    an output would be a lie. The results go behind those that are there, in the order of the calls; where there are
    none they make a user message of their own, which the API merges with the next, so that what follows stays as it is.
    """
    wanted = {finding.place for finding in draft.findings}
    for exchange in exchanges(draft.index):
        missing = exchange.unanswered
        if missing and missing[0].path in wanted:
            told = [call for call in missing if _told(draft, exchange, call)]
            _answer(draft, exchange, told)


def _told(draft: Draft, exchange: Exchange, call: Block) -> bool:
    rule = "pending-tool-use-at-end" if exchange.answer is None else "tool-use-without-result"
    what = "answered the call with an error result: no result was recorded"
    return draft.may(rule, call.path, Loss.KEEPS, what, invents=True, since=_behind(exchange))


def _behind(exchange: Exchange) -> Path:
    """Where the results go in: what stands before that is left as it is."""
    if not exchange.leading:
        return ("messages", exchange.turn.messages[-1].at + 1)
    last = exchange.leading[-1]
    return ("messages", last.message, "content", last.position + 1)


def _answer(draft: Draft, exchange: Exchange, calls: list[Block]) -> None:
    results = [result_for(call) for call in calls]
    if not results:
        return
    if not exchange.leading:
        behind = exchange.turn.messages[-1].at + 1
        draft.insert_message(behind, {"role": "user", "content": results}, calls[-1].path)
        return
    assert exchange.answer is not None
    last = exchange.leading[-1]
    message = next(one for one in exchange.answer.messages if one.at == last.message)
    for call, result in zip(calls, results, strict=True):
        draft.insert_block(message, last.position + 1, result, call.path)


def result_for(call: Block) -> dict[str, object]:
    """The result that is put in for a call."""
    member = {"toolset_name": call.value["toolset_name"]} if call.value.get("toolset_name") else {}
    held = {"type": "tool_result", "tool_use_id": call.value.get("id"), "content": NO_RESULT, "is_error": True}
    return held | member
