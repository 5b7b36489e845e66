from sendable.contract.finding import Finding
from sendable.relay import Report
from sendable.relay.report import MOST_RULES
from sendable.repair.change import Change, Loss

FINDING = Finding("tool-results-missing", "messages.1", "m", 400, "invalid_request_error", "e")
CHANGE = Change("answer_client_calls", "tool-results-missing", "messages.1", Loss.KEEPS, "answered", invents=True)


def report(verdict: str = "repaired", **fields: object) -> Report:
    return Report(verdict=verdict, mode="repair", **fields)  # type: ignore[arg-type]


def test_an_accepted_request_is_told_in_a_word() -> None:
    accepted = report("accepted", model="claude-opus-5-5")
    assert accepted.headers() == {"sendable-verdict": "accepted"}
    assert accepted.line() == "accepted api messages claude-opus-5-5"


def test_what_was_done_is_told() -> None:
    done = report(
        findings=[FINDING],
        changes=[CHANGE, CHANGE],
        betas=["token-counting-2024-11-01"],
        retried="thinking-bound",
        notes=["ledger"],
    )
    assert done.headers() == {
        "sendable-verdict": "repaired",
        "sendable-changes": "2",
        "sendable-rules": "tool-results-missing",
        "sendable-retried": "thinking-bound",
        "sendable-notes": "ledger",
    }
    assert done.line() == "repaired api messages - changes answer_client_calls:2 retried thinking-bound notes ledger"
    told = done.as_json()
    assert [told[name] for name in ("verdict", "mode", "betas", "retried")] == [
        "repaired",
        "repair",
        ["token-counting-2024-11-01"],
        "thinking-bound",
    ]
    assert told["changes"] == [CHANGE.as_json(), CHANGE.as_json()]


def test_an_opened_envelope_is_told_with_the_notes() -> None:
    opened = report("accepted", opened=True)
    assert opened.headers() == {"sendable-verdict": "accepted", "sendable-notes": "opened"}
    assert opened.line() == "accepted api messages - notes opened"
    both = report("accepted", opened=True, notes=["ledger"])
    assert both.headers()["sendable-notes"] == "opened,ledger"
    assert (both.as_json()["opened"], both.as_json()["notes"]) == (True, ["ledger"])


def test_what_remains_or_was_seen_is_told() -> None:
    assert report("rejected", remaining=[FINDING]).line().endswith("- remaining tool-results-missing")
    assert report("observed", findings=[FINDING]).line().endswith("- findings tool-results-missing")


def test_a_header_names_no_end_of_rules() -> None:
    many = [Finding(f"rule-{at}", "", "m", 400, "t", "e") for at in range(100)]
    assert report(findings=many).headers()["sendable-rules"].count(",") == MOST_RULES - 1


def test_a_model_is_named_only_where_it_is_a_name() -> None:
    assert report(model="a\r\nsendable-rules: x").line() == "repaired api messages -"
    assert report(model="arn:aws:x:1234:claude-opus-5-5").as_json()["model"] == "claude-opus-5-5"
