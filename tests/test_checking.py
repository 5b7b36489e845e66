from sendable import Ledger, Target, check
from sendable.wire.build import assistant, request, text, thinking, user

FIRST = request(user("Hi"), model="claude-opus-5-5")
ANSWER = assistant(thinking(signature="AAAA"), text("Hello."))


def test_findings_of_the_ledger_come_after_those_of_the_contract() -> None:
    ledger = Ledger()
    ledger.record(FIRST, ANSWER)
    later = {**FIRST, "messages": [user("Hey"), ANSWER, user("And?")], "temperature": 0.5}
    assert [finding.rule for finding in check(later, ledger=ledger)] == ["sampling-deprecated", "thinking-bound"]


def test_without_a_ledger_only_the_request_is_judged() -> None:
    later = {**FIRST, "messages": [user("Hey"), ANSWER, user("And?")]}
    assert check(later) == []


def test_the_target_settles_the_model() -> None:
    ledger = Ledger()
    ledger.record(FIRST, ANSWER)
    later = {"max_tokens": 9, "messages": [user("Hey"), ANSWER, user("And?")], "model": "claude-opus-5-5"}
    assert len(check(later, ledger=ledger)) == 1
    assert check(later, Target(model="claude-opus-4-8"), ledger=ledger) == []
