from sendable.contract.check import check, notes
from sendable.repair.repair import repair
from sendable.reporting.records import check_record, repair_record, unreadable_record, verdict
from sendable.wire.build import assistant, request, tool, tool_use, user

BODY = request(user("x"), assistant(tool_use()), user("y"), tools=[tool()])


def test_head_comes_first() -> None:
    assert list(check_record(check(BODY), notes(BODY), input="a", id=1))[:3] == ["input", "id", "verdict"]
    assert unreadable_record("why", id=1) == {"id": 1, "verdict": "unreadable", "error": "why"}


def test_repair_tells_both_verdicts() -> None:
    told = repair_record(repair(BODY))
    assert (told["verdict_before"], told["verdict_after"]) == ("rejected", "accepted")
    assert told["changes"][0]["invents"] is True


def test_verdict_is_one_word() -> None:
    assert [verdict([]), verdict(check(BODY))] == ["accepted", "rejected"]
