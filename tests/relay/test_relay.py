import gzip
import json
import logging
from collections.abc import Iterable
from typing import Any

import pytest

from sendable import Ledger, check
from sendable.errors import LedgerError
from sendable.prefix.stores import Entry, MemoryStore
from sendable.relay import Relay, Report, Settings, Where
from sendable.relay.beta_header import betas_in
from sendable.targets import Target
from sendable.wire.build import thinking
from tests.relay.talk import (
    CLEAN,
    LOST,
    MESSAGES,
    MODEL,
    NAMED,
    ORPHAN,
    accept,
    go,
    in_thought,
    packed,
)

MODES = ("repair", "check", "observe")


def test_what_is_accepted_goes_as_the_very_bytes_that_came() -> None:
    for mode in MODES:
        body = packed(CLEAN)
        passage = Relay(Settings(mode=mode)).passage(body, {}, MESSAGES)
        assert passage.body is body
        assert (passage.headers, passage.refusal) == ({}, None)
        assert passage.report.verdict == "accepted"


def test_repair_sends_what_check_accepts() -> None:
    passage = go(Relay(), ORPHAN)
    assert passage.report.verdict == "repaired"
    assert passage.refusal is None
    assert check(passage.body, Target(betas=betas_in(passage.headers.get("anthropic-beta", "")))) == []
    assert [finding.rule for finding in passage.report.findings] == ["tool-use-without-result"]
    assert passage.report.changes


def test_what_cannot_be_repaired_is_answered_as_the_api_would() -> None:
    passage = go(Relay(), LOST)
    assert passage.report.verdict == "rejected"
    assert passage.refusal is not None
    assert json.loads(passage.refusal.body)["error"]["message"] == passage.report.remaining[0].message


def test_of_what_is_not_sent_nothing_was_changed() -> None:
    """A repair that does not reach its end is no change of the request."""
    body = {**ORPHAN, "messages": [*ORPHAN["messages"], {"role": "nobody", "content": "Hi"}]}
    report = go(Relay(), body).report
    assert report.verdict == "rejected"
    assert {"tool-use-without-result", "role-unknown"} == {finding.rule for finding in report.findings}
    assert [finding.rule for finding in report.remaining] == ["role-unknown"]
    assert (report.changes, report.betas, report.cost) == ([], [], {})
    assert "sendable-changes" not in report.headers()


def test_check_holds_back_and_observe_lets_go() -> None:
    held = go(Relay(Settings(mode="check")), ORPHAN)
    assert held.refusal is not None
    assert held.report.verdict == "rejected"
    seen = go(Relay(Settings(mode="observe")), ORPHAN)
    assert seen.refusal is None
    assert seen.report.verdict == "observed"
    assert json.loads(seen.body) == ORPHAN
    assert [finding.rule for finding in seen.report.findings] == ["tool-use-without-result"]


def test_ids_and_names_are_mapped_and_a_plain_answer_is_asked_for() -> None:
    passage = go(Relay(), NAMED, accept_encoding="gzip")
    assert passage.ids["names"]
    assert passage.headers["accept-encoding"] == "identity"
    new = next(iter(passage.ids["names"]))
    heard = accept(passage, {"type": "tool_use", "id": "toolu_9", "name": new, "input": {}})
    assert heard["content"][0]["name"] == "fs.read"


def test_a_signed_request_is_not_changed() -> None:
    where = Where("bedrock", "invoke", "anthropic.claude-opus-5-5")
    body = {"anthropic_version": "bedrock-2023-05-31", **{key: ORPHAN[key] for key in ORPHAN if key != "model"}}
    for value, verdict in ((body, "rejected"), ({**body, "messages": CLEAN["messages"]}, "accepted")):
        passage = go(Relay(), value, where, authorization="AWS4-HMAC-SHA256 Credential=x, Signature=y")
        assert passage.report.verdict == verdict
        assert passage.report.notes == ["signed"]
        assert json.loads(passage.body) == value
    assert go(Relay(), body, where, authorization="Bearer x").report.verdict == "repaired"
    presigned = go(Relay(), body, Where("bedrock", "invoke", where.model, signed=True))
    assert (presigned.report.verdict, presigned.report.notes) == ("rejected", ["signed"])


def test_where_the_path_does_not_tell_the_model_the_body_does() -> None:
    """At the ARN of a profile stand Claude models and others; only a body for Claude has `anthropic_version`."""
    unsure = Where("bedrock", "invoke", "arn:aws:bedrock:x:1:application-inference-profile/abc", certain=False)
    sure = Where("bedrock", "invoke", "anthropic.claude-opus-4-8")
    for mode in MODES:
        other = packed({"inputText": "hi"})
        passage = Relay(Settings(mode=mode, fail_closed=True)).passage(other, {}, unsure)
        assert (passage.body is other, passage.refusal) == (True, None)
        assert (passage.report.verdict, passage.report.notes) == ("unread", ["other-model"])
    body = {"anthropic_version": "bedrock-2023-05-31", **{key: ORPHAN[key] for key in ORPHAN if key != "model"}}
    assert go(Relay(), body, unsure).report.verdict == "repaired"
    assert go(Relay(), {"anthropic_version": "bedrock-2023-05-31"}, unsure).report.verdict == "rejected"
    assert go(Relay(), {"inputText": "hi"}, sure).report.verdict == "rejected"


@pytest.mark.parametrize(
    ("body", "note"), [(b"", "unreadable"), (b"{", "unreadable"), (b"\xff", "unreadable"), (b"[]", "no-request")]
)
def test_what_is_no_request_passes_unread(body: bytes, note: str) -> None:
    passage = Relay().passage(body, {}, MESSAGES)
    assert passage.body is body
    assert (passage.report.verdict, passage.report.notes) == ("unread", [note])


def test_a_pressed_request_passes_unread() -> None:
    body = gzip.compress(packed(ORPHAN))
    passage = Relay().passage(body, {"content-encoding": "gzip"}, MESSAGES)
    assert passage.body is body
    assert passage.report.notes == ["encoded"]


def test_the_caller_may_know_that_the_api_is_another_platform() -> None:
    passage = go(Relay(Settings(platform="foundry")), CLEAN)
    assert passage.report.platform == "foundry"


def test_the_report_is_told_before_the_passage_is_given() -> None:
    told: list[Report] = []
    passage = go(Relay(on_report=told.append), ORPHAN)
    assert told == [passage.report]


class Broken(MemoryStore):
    """A store with a fault."""

    def __init__(self, fault: Exception) -> None:
        super().__init__()
        self.fault = fault

    def states(self, _: Iterable[bytes]) -> dict[bytes, bytes]:
        raise self.fault

    def entries(self, _: Iterable[bytes]) -> dict[bytes, Entry]:
        raise self.fault


@pytest.mark.parametrize("mode", ["repair", "check"])
def test_without_its_ledger_a_request_is_judged_all_the_same(mode: str) -> None:
    relay = Relay(Settings(mode=mode), Ledger(Broken(LedgerError("full"))))
    passage = go(relay, in_thought("b"))
    assert (passage.report.verdict, passage.report.notes) == ("accepted", ["ledger"])
    assert go(relay, ORPHAN).report.verdict == ("repaired" if mode == "repair" else "rejected")
    accept(passage)


@pytest.mark.parametrize("closed", [False, True])
def test_a_fault_of_its_own_fails_open_or_closed(closed: bool, caplog: pytest.LogCaptureFixture) -> None:
    relay = Relay(Settings(fail_closed=closed), Ledger(Broken(RuntimeError("sk-very-secret"))))
    body = packed(ORPHAN)
    with caplog.at_level(logging.DEBUG):
        passage = relay.passage(body, {}, MESSAGES)
    assert passage.body is body
    assert (passage.report.verdict, passage.report.notes) == ("failed", ["RuntimeError"])
    assert (passage.refusal is not None) is closed
    assert "RuntimeError" in caplog.text
    assert "sk-very-secret" not in caplog.text


class Counting(MemoryStore):
    """A store that counts what is kept."""

    kept = 0

    def put(self, *args: Any) -> None:
        self.kept += 1
        super().put(*args)


def test_count_tokens_leaves_nothing() -> None:
    store = Counting()
    relay = Relay(ledger=Ledger(store))
    counted = go(relay, NAMED, Where("api", "count_tokens"))
    assert counted.report.endpoint == "count_tokens"
    assert counted.report.verdict == "repaired"
    accept(counted, thinking(""))
    assert store.kept == 0
    accept(go(relay, NAMED), thinking(""))
    assert store.kept == 1


def test_thinking_is_remembered_and_an_edit_is_foreseen() -> None:
    """The answer of the first turn is bound to it; the second turn changes what stands before it."""
    relay = Relay(Settings(mode="observe"))
    first = {"model": MODEL, "max_tokens": 4096, "messages": [{"role": "user", "content": "a"}]}
    said = accept(go(relay, first), thinking("", "EqQBCgIYAhIM00000001"), {"type": "text", "text": "b"})
    turn = {"role": "assistant", "content": said["content"]}
    behind = [turn, {"role": "user", "content": "c"}]
    assert go(relay, {**first, "messages": [*first["messages"], *behind]}).report.verdict == "accepted"
    edited = go(relay, {**first, "messages": [{"role": "user", "content": "A"}, *behind]})
    assert [finding.rule for finding in edited.report.findings] == ["thinking-bound"]
