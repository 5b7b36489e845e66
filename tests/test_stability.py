import json
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import Ledger, Repaired, Target, UnreadableError, check, repair
from sendable.contract.native_pairs import native_pairs
from sendable.contract.prefix_check import checks_prefix
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, THINKING
from tests.naive_prefix import Remembered, is_conversation, thinking_places
from tests.strategies.choice import Pick, drawn
from tests.strategies.damage.histories import Damaged, write_damaged
from tests.strategies.odd import odd_histories
from tests.test_properties import unmarked

Json = dict[str, Any]

MANY = settings(max_examples=1000 if os.environ.get("SENDABLE_HYPOTHESIS") == "thorough" else 100)
"""The law is tried on that many conversations."""


def signed(request: Json) -> Json:
    """The request with a signature of its own for each thinking block, as the API gives them."""
    request = json.loads(json.dumps(request))
    blocks = [block for kind in THINKING for block in Index(request).blocks(kind)]
    for number, block in enumerate(blocks):
        field = "signature" if block.kind == "thinking" else "data"
        if isinstance(block.value.get(field), str) and block.value[field]:
            block.value[field] = f"{number:04d}{block.value[field]}"
    return request


class Growing:
    """A conversation, and the numbers of messages with which it was sent."""

    def __init__(self, request: Json, target: Target, cuts: list[int]) -> None:
        self.request, self.target, self.cuts = request, target, cuts

    def __repr__(self) -> str:
        return f"Growing({self.request!r}, {self.target!r}, {self.cuts!r})"

    def sent(self) -> Iterator[tuple[Json, Repaired]]:
        """Each request as given with its repair; the state goes from one to the next as JSON."""
        state = None
        for cut in self.cuts:
            request = {**self.request, "messages": self.request["messages"][:cut]}
            repaired = repair(request, self.target, state=state)
            state = json.loads(json.dumps(repaired.state))
            yield request, repaired


def write_growing(pick: Pick, anywhere: bool) -> Growing:
    """A damaged conversation, cut up to three times: where a request could be sent, or anywhere."""
    case = write_damaged(pick)
    request = signed(case.request)
    count = len(request["messages"])
    places = [at for at in range(1, count) if anywhere or could_be_sent(request, at)]
    cuts = sorted({places[pick(len(places))] for _ in range(1 + pick(3))}) if places else []
    target = case.history.target
    if pick(2):
        target = Target(target.platform, target.model, KNOWN, target.endpoint, target.enforces_prefix)
    return Growing(request, target, [*cuts, count])


# Without the one that lets the server drop thinking, so that it goes here.
KNOWN = (
    "interleaved-thinking-2025-05-14",
    "files-api-2025-04-14",
    "web-fetch-2025-09-10",
    "code-execution-2025-08-25",
    "advisor-tool-2026-03-01",
    "mcp-client-2025-11-20",
)


@st.composite
def growing(draw: st.DrawFn, anywhere: bool = False) -> Growing:
    return write_growing(drawn(draw), anywhere)


def could_be_sent(request: Json, at: int) -> bool:
    """Whether a request could end in front of a message: behind a user turn, or a paused one, that got an answer."""
    before, behind = request["messages"][at - 1], request["messages"][at]
    if behind.get("role") != "assistant":
        return False
    if before.get("role") != "assistant":
        return True
    content = before.get("content")
    last = content[-1] if isinstance(content, list) and content else {}
    return isinstance(last, dict) and last.get("type") in (*NATIVE_CALLS, *NATIVE_RESULTS)


def said(request: Json) -> list[Any]:
    return [unmarked(message) for message in request["messages"]]


def exception_for(shorter: Repaired, longer: Repaired) -> str:
    """The exception of docs/stability.md that a longer request may take; "" for none."""
    passes = {change.by for change in longer.changes}
    if native_pairs(Index(shorter.request)).waiting:
        return "a call in flight"
    if shorter.request["messages"][-1].get("role") == "system" and "place_system_messages" in passes:
        return "a system entry that no answer follows"
    if "drop_excess_media" in passes:
        return "a limit on media"
    return ""


def extends(shorter: Repaired, longer: Repaired, count: int) -> None:
    """The first messages of the shorter one stand in the longer one, or an exception is told."""
    before, now = said(shorter.request)[:count], said(longer.request)[:count]
    if now != before:
        assert exception_for(shorter, longer)
        told = {(change.by, change.path) for change in longer.changes}
        assert told - {(change.by, change.path) for change in shorter.changes}


@MANY
@given(growing())
def test_repair_of_a_longer_conversation_extends_that_of_the_shorter(case: Growing) -> None:
    shorter: Repaired | None = None
    for _, longer in case.sent():
        if shorter is not None and not shorter.remaining:
            extends(shorter, longer, len(shorter.request["messages"]))
        shorter = longer


@MANY
@given(growing(anywhere=True))
def test_messages_before_the_last_assistant_turn_stay_wherever_a_request_ends(case: Growing) -> None:
    shorter: Repaired | None = None
    for _, longer in case.sent():
        if shorter is not None and not shorter.remaining:
            turns = [turn for turn in Index(shorter.request).turns if turn.role == "assistant"]
            extends(shorter, longer, turns[-1].messages[0].at if turns else 0)
        shorter = longer


@MANY
@given(growing())
def test_thinking_that_is_sent_stands_behind_what_it_was_made_behind(case: Growing) -> None:
    names = [name for _, _, name in thinking_places(case.request)] if is_conversation(case.request) else []
    if not names or len(names) != len(set(names)):
        return
    remembered = Remembered()
    sent: Json | None = None
    known = 0
    for asked, repaired in case.sent():
        remembered.sent(asked if sent is None else sent, [] if sent is None else asked["messages"][known:])
        if repaired.remaining:
            return
        checks = checks_prefix(case.target.for_request(asked), repaired.request.get("thinking"))
        if checks and not lets_drop(repaired.request):
            assert remembered.failing(repaired.request) == []
        sent, known = repaired.request, len(asked["messages"])


def lets_drop(request: Json) -> bool:
    return bool((request.get("thinking") or {}).get("block_binding"))


@given(growing())
def test_thinking_that_was_removed_stays_out(case: Growing) -> None:
    gone: set[str] = set()
    for asked, repaired in case.sent():
        held = {name for _, _, name in thinking_places(repaired.request)} if is_conversation(asked) else set()
        assert not held & gone
        if not is_conversation(asked):
            return
        names = [name for _, _, name in thinking_places(asked)]
        gone |= {name for name in names if names.count(name) == 1} - held


@given(growing())
def test_a_request_that_is_sent_again_is_the_same(case: Growing) -> None:
    for asked, repaired in case.sent():
        again = repair(asked, case.target, state=json.loads(json.dumps(repaired.state)))
        assert said(again.request) == said(repaired.request)
        assert again.state == repaired.state


@given(growing())
def test_a_state_is_found_by_the_conversation_itself(case: Growing) -> None:
    ledger = Ledger()
    kept: Json | None = None
    for asked, repaired in case.sent():
        assert ledger.state_of(asked) == kept
        kept = json.loads(json.dumps(repaired.state))
        ledger.keep_state_of(asked, repaired.state)
        assert ledger.state_of(asked) == kept


@given(odd_histories())
def test_odd_values_keep_nobody_from_going_on(case: Damaged) -> None:
    messages = case.request.get("messages")
    if not isinstance(messages, list) or not messages:
        return
    state, ledger = None, Ledger()
    for cut in (1, len(messages)):
        try:
            request = {**case.request, "messages": messages[:cut]}
            repaired = repair(request, case.history.target, state=state, ledger=ledger)
        except UnreadableError:
            return
        state = json.loads(json.dumps(repaired.state))
        ledger.record(repaired.request, {"role": "assistant", "content": "Yes."})
        check(repaired.request, case.history.target, ledger=ledger)


class Edit(NamedTuple):
    """What a client does to the thinking of its request: in this one alone, or from now on."""

    turn: int
    what: str
    at: int
    stays: bool


class Stripped(NamedTuple):
    """A conversation whose client does not send all thinking as it got it.

    Attributes:
        answers: how much each answer thinks, by the pieces of text that stand behind each thought.
        edits: what the client does, in this order.
        betas: those that are known.
    """

    answers: list[list[bool]]
    edits: list[Edit]
    betas: tuple[str, ...] | None


EDITS = ("strip one", "strip the first ones", "strip the rest", "swap", "sign anew", "double")


@st.composite
def stripped(draw: st.DrawFn) -> Stripped:
    pick = drawn(draw)
    answers = [[bool(pick(2)) for _ in range(pick(3))] for _ in range(2 + pick(4))]
    edits = [Edit(1 + pick(len(answers)), EDITS[pick(len(EDITS))], pick(6), bool(pick(2))) for _ in range(1 + pick(3))]
    return Stripped(answers, edits, (None, KNOWN)[pick(2)])


def edited(messages: list[Json], edit: Edit) -> list[Json]:
    """The messages with their thinking edited."""
    messages = json.loads(json.dumps(messages))
    places = [(m["content"], b) for m in messages if m["role"] == "assistant" for b in m["content"] if "thinking" in b]
    if not places:
        return messages
    at = edit.at % len(places)
    content, block = places[at]
    other = places[(at + 1) % len(places)][1]
    if edit.what == "swap":
        for field in ("thinking", "signature"):
            block[field], other[field] = other[field], block[field]
    elif edit.what == "sign anew":
        block["signature"] += "AAAA"
    elif edit.what == "double":
        content.insert(content.index(block), dict(block))
    else:
        gone = {"strip one": [at], "strip the first ones": range(at + 1), "strip the rest": range(at, len(places))}
        for held, thought in [places[one] for one in gone[edit.what]]:
            held.remove(thought)
    return messages


def answered(turn: int, thoughts: list[bool]) -> Json:
    content: list[Json] = []
    for number, spoken in enumerate(thoughts):
        signature = f"EqQBCgIYAhIM{turn:04d}{number:04d}"
        content.append({"type": "thinking", "thinking": f"{turn}.{number}", "signature": signature})
        content += [{"type": "text", "text": f"Piece {number}."}] if spoken else []
    return {"role": "assistant", "content": [*content, {"type": "text", "text": f"Answer {turn}."}]}


_OF_THINKING = ("removed", "stale", "drop_block")


@MANY
@given(stripped(), st.sampled_from(["none", "key", "conversation"]))
def test_thinking_that_a_client_changed_is_settled_with_every_state(case: Stripped, mode: str) -> None:
    ledger, target = Ledger(), Target(model="claude-opus-5-5", betas=case.betas)
    held: list[Json] = []
    for turn, thoughts in enumerate([*case.answers, []]):
        held.append({"role": "user", "content": f"Question {turn}."})
        now = held
        for edit in (one for one in case.edits if one.turn == turn):
            now = edited(now, edit)
            held = edited(held, edit) if edit.stays else held
        request = {"model": "claude-opus-5-5", "max_tokens": 99, "thinking": {"type": "adaptive"}, "messages": now}
        state = {"none": lambda _: None, "key": lambda _: ledger.state("k"), "conversation": ledger.state_of}[mode](
            request
        )
        repaired = repair(request, target, state=state, ledger=ledger)
        assert repaired.accepted
        assert ledger.foresee(repaired.request, target) == []
        if not any((state or {}).get(name) for name in _OF_THINKING):
            alone = repair(request, target, ledger=ledger)
            assert repaired.request == alone.request
            assert [change.what for change in repaired.changes] == [change.what for change in alone.changes]
        answer = answered(turn, thoughts)
        ledger.record(repaired.request, answer)
        ledger.keep_state("k", json.loads(json.dumps(repaired.state)))
        ledger.keep_state_of(request, repaired.state)
        held.append(answer)


def test_a_state_that_says_nothing_of_its_thinking_leads_to_the_full_look() -> None:
    ledger, target = Ledger(), Target(model="claude-opus-5-5", betas=None)
    request: Json = {"model": "claude-opus-5-5", "max_tokens": 99, "thinking": {"type": "adaptive"}, "messages": []}
    state: Json | None = None
    for turn in range(4):
        request["messages"].append({"role": "user", "content": f"Question {turn}."})
        repaired = repair(request, target, state=state, ledger=ledger)
        state = repaired.state
        assert len(state["sent"].pop("thinking")) == 16
        assert repaired.request is request
        ledger.record(request, answered(turn, [True]))
        request["messages"].append(answered(turn, [True]))
    messages = [*edited(request["messages"], Edit(0, "strip one", 1, True)), {"role": "user", "content": "So?"}]
    repaired = repair({**request, "messages": messages}, target, state=state, ledger=ledger)
    assert [change.rule for change in repaired.changes] == ["thinking-bound"]
    assert ledger.foresee(repaired.request, target) == []
