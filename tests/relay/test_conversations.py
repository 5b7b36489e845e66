"""Conversations that grow: what was sent stays, and the relay finds what it did to it by the conversation itself."""

import json
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, zip_longest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import Ledger, repair
from sendable.prefix.canonical import exact_message
from sendable.prefix.stores import MemoryStore
from sendable.relay import Passage, Relay, Report
from tests.relay.driving import as_repaired, headers_for, parts, relay_for, sent, settle, target_before, where
from tests.relay.talk import BOUND, accept, go, in_thought, packed, refused
from tests.test_stability import Growing, extends, growing, lets_drop, said, write_growing

Json = dict[str, Any]

FEW = settings(max_examples=40)


def driven(relay: Relay, case: Growing) -> list[Passage]:
    """Each request of a conversation, sent and answered one after the other."""
    passages = []
    for request in parts(case):
        passages.append(sent(relay, case.target, request))
        if passages[-1].refusal is None:
            settle(passages[-1])
    return passages


def outcome(passage: Passage) -> tuple[Any, ...]:
    return passage.body, passage.headers, passage.ids, passage.report


def opening(case: Growing) -> list[Json]:
    """The first message as the points of a conversation tell it: without its thinking."""
    return [exact_message(message) for message in said(case.request)[:1]]


def place(case: Growing) -> tuple[str, bool]:
    """Conversations of one place go through one relay."""
    return case.target.platform, case.target.enforces_prefix


@given(growing())
def test_what_was_sent_is_what_the_next_request_begins_with(case: Growing) -> None:
    shorter: Passage | None = None
    for passage in driven(relay_for(case.target), case):
        if passage.report.verdict not in ("accepted", "repaired"):
            shorter = None
            continue
        if shorter is not None:
            before = as_repaired(shorter)
            extends(before, as_repaired(passage), len(before.request["messages"]))
        shorter = passage


@given(growing())
def test_what_is_found_is_what_a_key_would_give(case: Growing) -> None:
    found = driven(relay_for(case.target), case)
    keyed = []
    relay = relay_for(case.target)
    for request in parts(case):
        keyed.append(relay.passage(packed(request), headers_for(case.target), where(case.target), "key"))
        if keyed[-1].refusal is None:
            settle(keyed[-1])
    assert [outcome(one) for one in found] == [outcome(one) for one in keyed]


@FEW
@given(growing(), growing())
def test_two_conversations_do_not_meet(one: Growing, other: Growing) -> None:
    """Interleaved on one relay, each goes as it would alone; where one begins like the other they may share a state."""
    if opening(one) == opening(other):
        return
    alone = [outcome(passage) for case in (one, other) for passage in driven(relay_for(case.target), case)]
    relays = {place(case): relay_for(case.target) for case in (one, other)}
    got: dict[int, list[Any]] = {0: [], 1: []}
    turns = zip_longest(((0, one, body) for body in parts(one)), ((1, other, body) for body in parts(other)))
    for turn in chain.from_iterable(turns):
        if turn is not None:
            number, case, body = turn
            passage = sent(relays[place(case)], case.target, body)
            if passage.refusal is None:
                settle(passage)
            got[number].append(outcome(passage))
    assert got[0] + got[1] == alone


@FEW
@given(growing())
def test_a_relay_that_starts_again_repeats_its_repairs(case: Growing) -> None:
    once = [outcome(passage) for passage in driven(relay_for(case.target), case)]
    with TemporaryDirectory() as folder:
        got = []
        for request in parts(case):
            relay = relay_for(case.target, ledger=Ledger(Path(folder) / "ledger.db"))
            passage = sent(relay, case.target, request)
            if passage.refusal is None:
                settle(passage)
            got.append(outcome(passage))
            relay.ledger.store.close()
    assert got == once


@FEW
@given(growing())
def test_a_branch_goes_on_from_where_it_left(case: Growing) -> None:
    """The last message is put another way: what stands before it stays as it was sent."""
    relay = relay_for(case.target)
    passages = driven(relay, case)
    asked = parts(case)[-1]
    messages = asked["messages"]
    if passages[-1].refusal is not None or len(messages) < 2 or messages[-1].get("role") != "user":
        return
    other = {**asked, "messages": [*messages[:-1], {"role": "user", "content": "Put another way."}]}
    branch = sent(relay, case.target, other)
    fresh = sent(relay_for(case.target), case.target, other)
    assert branch.report.verdict != "failed"
    if len(passages) < 2 or passages[-2].refusal is not None:
        assert branch.report.verdict == fresh.report.verdict
    elif branch.refusal is None and passages[-2].report.verdict in ("accepted", "repaired"):
        before = as_repaired(passages[-2])
        extends(before, as_repaired(branch), len(before.request["messages"]))


@FEW
@given(st.lists(growing(), min_size=4, max_size=4))
def test_threads_may_share_a_relay(cases: list[Growing]) -> None:
    told: list[Report] = []
    relays = {place(case): relay_for(case.target, on_report=told.append) for case in cases}
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda case: driven(relays[place(case)], case), cases))
    assert len(told) == sum(map(len, found))
    for passages in found:
        for passage in passages:
            assert passage.report.verdict != "failed"
            assert passage.report.notes == []


@given(growing())
def test_the_relay_does_what_repair_does(case: Growing) -> None:
    state = None
    relay = relay_for(case.target)
    for request in parts(case):
        passage = sent(relay, case.target, request)
        repaired = repair(request, target_before(case.target), add_betas=True, state=state)
        assert (passage.refusal is None) is repaired.accepted
        if passage.refusal is None:
            assert passage.report.changes == repaired.changes
            assert json.loads(packed(repaired.request))["messages"] == json.loads(passage.body)["messages"]
            settle(passage)
            state = json.loads(json.dumps(repaired.state))


def test_a_refusal_is_met_once_in_a_conversation() -> None:
    """Whatever the API told is done for all that follows, restarts and all, in the branch where it was told."""
    store = MemoryStore()
    names = ["b", "d"]
    passage = go(Relay(ledger=Ledger(store)), in_thought(*names))
    retry = passage.retry(400, refused("invalid_request_error", BOUND))
    assert retry is not None
    accept(retry)
    for more in ("f", "h", "j"):
        names.append(more)
        following = go(Relay(ledger=Ledger(store)), in_thought(*names))
        assert lets_drop(json.loads(following.body))
        assert following.headers == {"anthropic-beta": "thinking-binding-controls-2026-08-01"}
        accept(following)
    other = go(Relay(ledger=Ledger(store)), {**in_thought("x"), "messages": in_thought("x")["messages"][1:]})
    assert not lets_drop(json.loads(other.body))


def test_thinking_that_was_left_out_stays_out() -> None:
    """Where the server may not be asked to drop it, the same thinking goes from every later request."""
    relay = Relay()
    fields = {"thinking": {"type": "disabled"}, "model": "claude-sonnet-4-5"}
    changed = (
        "messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
        "modified. These blocks must remain as they were in the original response."
    )
    passage = go(relay, in_thought("b", "d", **fields))
    retry = passage.retry(400, refused("invalid_request_error", changed))
    assert retry is not None
    accept(retry)
    kept = json.loads(retry.body)["messages"]
    following = json.loads(go(relay, in_thought("b", "d", "f", **fields)).body)["messages"]
    assert following[: len(kept)] == kept


def test_examples_are_many_and_differ() -> None:
    """The strategy gives conversations of several requests, repaired ones among them."""
    chance = random.Random(5)
    cases = [write_growing(lambda n: chance.randrange(n), anywhere=False) for _ in range(40)]
    verdicts = [passage.report.verdict for case in cases for passage in driven(relay_for(case.target), case)]
    assert len(verdicts) > 60
    assert {"accepted", "repaired"} <= {*verdicts}
