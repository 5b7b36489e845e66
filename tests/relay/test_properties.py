"""What holds for each request, whatever is in it."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sendable import Ledger, LedgerError, check
from sendable.prefix.stores import MemoryStore
from sendable.relay import Passage, Relay, Settings, Where
from sendable.wire.aws_events import FrameParser
from sendable.wire.build import text, tool_use
from tests.relay.driving import headers_for, relay_for, sent, settle, target_of, where
from tests.relay.talk import FRAMES, PLAIN, STREAM, answer, as_frames, as_stream, back, packed
from tests.relay.test_answer import meaning
from tests.strategies.damage.histories import Damaged, damaged_histories
from tests.strategies.histories import History, histories
from tests.strategies.odd import odd_histories

Json = dict[str, Any]


def holds(passage: Passage, body: bytes, case: Damaged) -> None:
    """Sent as it came, or so that it is accepted, or not at all."""
    target = case.history.target
    report = passage.report
    if report.verdict == "accepted":
        assert passage.body is body
        assert passage.headers == {}
        assert passage.refusal is None
    elif report.verdict == "repaired":
        assert passage.refusal is None
        assert check(passage.body, target_of(passage, target)) == []
        assert report.changes
    elif report.verdict == "rejected":
        assert passage.refusal is not None
        assert passage.refusal.status in (400, 413)
        assert report.remaining
    else:
        assert (report.verdict, report.notes) == ("unread", ["unreadable"])


@given(histories())
def test_what_is_accepted_goes_as_it_came(history: History) -> None:
    body = packed(history.request)
    passage = relay_for(history.target).passage(body, headers_for(history.target), where(history.target))
    known = target_of(passage, history.target) if not passage.headers else None
    if known is not None and not history.searching and check(body, known) == []:
        assert passage.body is body
        assert passage.report.verdict == "accepted"


@given(damaged_histories())
def test_what_is_sent_is_accepted(case: Damaged) -> None:
    body = packed(case.request)
    relay = relay_for(case.history.target)
    holds(relay.passage(body, headers_for(case.history.target), where(case.history.target)), body, case)


@given(odd_histories())
def test_odd_values_never_fail(case: Damaged) -> None:
    body = packed(case.request)
    for mode in ("repair", "check", "observe"):
        settings = Settings(mode=mode, platform=case.history.target.platform)
        passage = Relay(settings).passage(body, headers_for(case.history.target), where(case.history.target))
        assert passage.report.verdict != "failed"
        if mode == "repair":
            holds(passage, body, case)
        elif passage.refusal is None:
            assert passage.body is body
        settle_safely(passage)


def settle_safely(passage: Passage) -> None:
    if passage.refusal is None:
        settle(passage)
    passage.retry(400, b'{"error": {"type": "invalid_request_error", "message": "messages.0.content.0: odd"}}')


FORMS = {"json": (packed, PLAIN), "events": (as_stream, STREAM), "frames": (as_frames, FRAMES)}


@given(damaged_histories(), st.sampled_from(sorted(FORMS)), st.integers(1, 400))
def test_whatever_was_mapped_comes_back(case: Damaged, form: str, size: int) -> None:
    """In any form, in pieces of any size; nothing else of the answer changes."""
    passage = sent(relay_for(case.history.target), case.history.target, case.request)
    if passage.refusal is not None or not any(passage.ids.values()):
        return
    names, ids = passage.ids.get("names", {}), passage.ids.get("ids", {})
    pairs = [*((new, "toolu_1", old, "toolu_1") for new, old in names.items()),
             *(("search", new, "search", old) for new, old in ids.items())]  # fmt: skip
    said = answer(text("café"), *(tool_use(call, name, {"name": name, "id": call}) for name, call, _, _ in pairs))
    heard = answer(
        text("café"),
        *(tool_use(back_id, back_name, {"name": name, "id": call}) for name, call, back_name, back_id in pairs),
    )
    write, headers = FORMS[form]
    got = back(passage, write(said), headers, size)
    assert meaning(got, form) == meaning(write(heard), form)
    if form == "frames":
        assert [json.loads(frame.payload)["p"] for frame in FrameParser().feed(got)] == ["ab"] * len(meaning(got, form))


class Failing(MemoryStore):
    """A store that fails from some call on."""

    def __init__(self, after: int, fault: Exception) -> None:
        super().__init__()
        self.after, self.fault, self.calls = after, fault, 0

    def _count(self) -> None:
        self.calls += 1
        if self.calls > self.after:
            raise self.fault

    def entries(self, *args: Any) -> Any:
        self._count()
        return super().entries(*args)

    def states(self, *args: Any) -> Any:
        self._count()
        return super().states(*args)

    def known(self, *args: Any) -> Any:
        self._count()
        return super().known(*args)

    def parents(self, *args: Any) -> Any:
        self._count()
        return super().parents(*args)

    def put(self, *args: Any) -> None:
        self._count()
        super().put(*args)

    def keep_states(self, *args: Any) -> None:
        self._count()
        super().keep_states(*args)


@given(damaged_histories(), st.integers(0, 8))
def test_a_ledger_that_fails_costs_nothing_but_itself(case: Damaged, after: int) -> None:
    body = packed(case.request)
    ledger = Ledger(Failing(after, LedgerError("full")))
    relay = relay_for(case.history.target, ledger=ledger)
    for _ in range(2):
        passage = relay.passage(body, headers_for(case.history.target), where(case.history.target))
        noted = ["ledger"] if "ledger" in passage.report.notes else []
        assert passage.report.notes == noted
        if passage.refusal is None:
            assert (
                passage.report.verdict == "accepted"
                or check(passage.body, target_of(passage, case.history.target)) == []
            )
            settle(passage)


@given(damaged_histories(), st.integers(0, 8), st.booleans())
def test_a_bug_fails_open_or_closed(case: Damaged, after: int, closed: bool) -> None:
    body = packed(case.request)
    settings = Settings(fail_closed=closed, platform=case.history.target.platform)
    relay = Relay(settings, Ledger(Failing(after, RuntimeError("sk-very-secret"))))
    for _ in range(2):
        passage = relay.passage(body, headers_for(case.history.target), where(case.history.target))
        if passage.report.verdict == "failed":
            assert passage.body is body
            assert (passage.refusal is not None) is closed
            assert passage.report.notes == ["RuntimeError"]
            assert passage.retry(400, packed({"message": "x"})) is None
        if passage.refusal is None:
            assert settle(passage)


@given(damaged_histories())
def test_what_is_counted_is_what_is_sent(case: Damaged) -> None:
    """Counting leaves nothing: the request behind it is repaired as if it had not been."""
    if case.history.target.platform not in ("api", "foundry"):
        return
    body = packed(case.request)
    headers = headers_for(case.history.target)
    relay, fresh = relay_for(case.history.target), relay_for(case.history.target)
    counted = relay.passage(body, headers, Where("api", "count_tokens"))
    if counted.refusal is None:
        settle(counted)
    assert relay.ledger.state_of(body) is None
    mine, other = (one.passage(body, headers, Where("api", "messages")) for one in (relay, fresh))
    assert (mine.body, mine.headers, mine.report) == (other.body, other.headers, other.report)
