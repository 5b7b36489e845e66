"""How the surfaces in process are set up."""

import json
import logging
from typing import Any

import pytest

import sendable
from sendable import UsageError
from sendable.clients.crossing import Crossing, Options
from sendable.relay import Report, Where
from sendable.wire.build import assistant, request, tool, tool_result, tool_use, user

MESSAGES = Where("api", "messages")
ORPHAN = request(user("Find it."), assistant(tool_use()), user("Never mind."), tools=[tool()])
NAMED = request(
    user("Find it."), assistant(tool_use(name="a.b")), user(tool_result()), tools=[tool("a.b")], system="It is 10:41."
)


def passage(crossing: Crossing, body: Any, **headers: str) -> Any:
    return crossing.passage(json.dumps(body).encode(), headers, MESSAGES)


@pytest.mark.parametrize(
    ("mode", "options", "told"),
    [
        ("mend", {}, "unknown mode 'mend': one of repair, check, observe"),
        ("repair", {"lodger": 1}, "unknown option 'lodger'"),
        ("repair", {"platform": "moon"}, "unknown platform 'moon'"),
        ("repair", {"max_loss": "much"}, "much"),
        ("repair", {"ledger": "ftp://x"}, "no known kind of ledger"),
        ("repair", {"ledger": 5}, "ledger is a path, an address or a Ledger, not int"),
        ("repair", {"conversation": 5}, "conversation is a key or a function that gives it, not int"),
        ("repair", {"on_report": "x"}, "on_report is a function, not str"),
        ("repair", {"learn": 5}, "learn is the path of a folder, not int"),
        *(
            ("repair", {name: "no"}, f"{name} is True or False, not str")
            for name in (
                *("invent", "keep_orphans", "keep_tool_search"),
                *("fail_closed", "enforces_prefix", "expand_content_blocks"),
            )
        ),
    ],
)
def test_what_does_not_exist_is_a_mistake_of_the_caller(mode: str, options: Any, told: str) -> None:
    for surface in (lambda: sendable.Middleware(mode, **options), lambda: sendable.Transport(mode=mode, **options)):
        with pytest.raises(UsageError, match=told):
            surface()


def test_options_of_the_repair_are_handed_on() -> None:
    assert passage(Crossing("repair", {}), ORPHAN).report.verdict == "repaired"
    strict: Options = {"max_loss": sendable.Loss.KEEPS, "invent": False}
    assert passage(Crossing("repair", strict), ORPHAN).report.verdict == "rejected"


def test_a_conversation_is_known_by_its_header_its_key_or_its_beginning() -> None:
    ledger = sendable.Ledger()
    seen: list[Any] = []

    def key(body: Any) -> str:
        seen.append(body["system"])
        return "bob"

    for options, headers, name in (
        ({"conversation": "alice"}, {}, "alice"),
        ({"conversation": key}, {}, "bob"),
        ({"conversation": key}, {"sendable-conversation": "carol"}, "carol"),
    ):
        crossing = Crossing("repair", {"ledger": ledger, **options})  # type: ignore[typeddict-item]
        sent = passage(crossing, NAMED, **headers)
        assert ledger.state(name) is None
        answer = sent.answer(200, {})
        answer.settle()
        assert ledger.state(name) is not None
    assert seen == ["It is 10:41."]
    found = Crossing("repair", {"ledger": ledger})
    passage(found, NAMED).answer(200, {}).settle()
    assert ledger.state_of(NAMED) is not None


def test_a_key_that_fails_costs_no_request(caplog: pytest.LogCaptureFixture) -> None:
    def key(body: Any) -> str:
        return str(body["metadata"]["user_id"])

    crossing = Crossing("repair", {"conversation": key})
    with caplog.at_level(logging.ERROR, "sendable"):
        assert passage(crossing, NAMED).report.verdict == "repaired"
        assert crossing.passage(b"{", {}, MESSAGES).report.verdict == "unread"
    assert caplog.messages[0] == "no key of the conversation: KeyError"


def test_a_report_is_told_and_a_listener_that_fails_costs_no_request() -> None:
    told: list[Report] = []
    passage(Crossing("repair", {"on_report": told.append}), ORPHAN)
    assert [report.verdict for report in told] == ["repaired"]

    def fail(report: Report) -> None:
        raise RuntimeError(report.verdict)

    assert passage(Crossing("repair", {"on_report": fail}), ORPHAN).report.verdict == "repaired"


def test_what_the_api_refuses_all_the_same_is_kept_where_that_is_asked_for(tmp_path: Any) -> None:
    refused = json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": "Something new."}})
    for options, count in (({}, 0), ({"learn": tmp_path / "cases"}, 1), ({"learn": str(tmp_path / "cases")}, 1)):
        crossing = Crossing("repair", options)  # type: ignore[arg-type]
        assert passage(crossing, ORPHAN).retry(400, refused.encode()) is None
        assert len(list(tmp_path.rglob("*.json"))) == count
    (kept,) = tmp_path.rglob("*.json")
    assert "Something new." in kept.read_text("utf-8")


def test_only_a_ledger_outside_of_the_process_has_to_be_waited_for(tmp_path: Any) -> None:
    assert not Crossing("repair", {}).waits
    assert not Crossing("repair", {"ledger": sendable.Ledger()}).waits
    assert Crossing("repair", {"ledger": str(tmp_path / "ledger.db")}).waits
