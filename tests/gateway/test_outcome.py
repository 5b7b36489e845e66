from sendable.gateway.outcome import Outcome
from sendable.relay import Report


def test_a_line_says_what_became_of_a_request() -> None:
    report = Report(verdict="accepted", mode="repair", model="claude-sonnet-4-5")
    outcome = Outcome(0.0, "messages", 200, request_id="req_1", inside=0.0012, took=0.5, report=report)
    assert outcome.line == (
        "messages 200 500.0ms inside=1.2ms request-id=req_1 accepted api messages claude-sonnet-4-5"
    )


def test_a_line_says_why_and_how_often() -> None:
    outcome = Outcome(0.0, status=502, cause="upstream-closed", attempts=2)
    assert outcome.line == "passed 502 0.0ms inside=0.0ms cause=upstream-closed attempts=2"


def test_a_request_without_an_answer_has_no_status() -> None:
    assert Outcome(0.0, cause="client-gone").line.startswith("passed - ")


def test_the_same_as_json() -> None:
    report = Report(verdict="accepted", mode="repair")
    told = Outcome(0.0, "messages", 200, upstream_status=200, sent=3, attempts=1, report=report).as_json
    assert (told["endpoint"], told["status"], told["upstream_status"], told["sent"]) == ("messages", 200, 200, 3)
    assert told["cause"] is None
    assert told["sendable"]["verdict"] == "accepted"
    assert "sendable" not in Outcome(0.0).as_json
