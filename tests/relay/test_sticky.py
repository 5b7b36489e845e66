"""What was done about a refusal is done in every later request of the conversation, without another refusal."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sendable import check
from sendable.relay import Passage
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING
from tests.naive_prefix import is_conversation, thinking_places
from tests.relay.driving import as_repaired, parts, relay_for, sent, settle, target_of
from tests.relay.talk import refused
from tests.test_stability import Growing, extends, growing, lets_drop

Json = dict[str, Any]

BOUND = (
    "{path}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the "
    'block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
)
MODIFIED = (
    "{path}: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks "
    "must remain as they were in the original response."
)


def refusal(passage: Passage, message: str, which: int) -> bytes | None:
    """The API's refusal of one of the thinking blocks that were sent; None where there are none."""
    blocks = Index(passage.body).blocks(*sorted(THINKING))
    if not blocks:
        return None
    path = ".".join(map(str, blocks[which % len(blocks)].path))
    return refused("invalid_request_error", message.format(path=path))


def names_in(body: Json) -> list[str]:
    return [name for _, _, name in thinking_places(body)]


@given(growing(), st.sampled_from([BOUND, MODIFIED]), st.integers(0, 5))
def test_what_a_refusal_led_to_is_repeated(case: Growing, message: str, which: int) -> None:
    relay = relay_for(case.target)
    gone: set[str] = set()
    before: Passage | None = None
    dropping = False
    for request in parts(case):
        passage = sent(relay, case.target, request)
        if passage.refusal is not None:
            return
        body = json.loads(passage.body)
        if is_conversation(body):
            assert not gone & {*names_in(body)}
        if dropping:
            assert lets_drop(body)
        if before is not None:
            extends(as_repaired(before), as_repaired(passage), len(json.loads(before.body)["messages"]))
        told = refusal(passage, message, which) if before is None else None
        retry = None if told is None else passage.retry(400, told)
        if retry is not None:
            assert check(retry.body, target_of(retry, case.target)) == []
            assert retry.body != passage.body
            assert retry.report.retried == ("thinking-bound" if message is BOUND else "thinking-modified")
            after = json.loads(retry.body)
            dropping = lets_drop(after) and not lets_drop(body)
            if is_conversation(body) and is_conversation(after):
                gone = {*names_in(body)} - {*names_in(after)}
                assert gone or dropping or message is MODIFIED
            passage = retry
        settle(passage)
        before = passage
