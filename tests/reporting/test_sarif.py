import json
from typing import Any

from sendable import Ledger
from sendable import check as sendable_check
from sendable.contract.catalog import laws
from sendable.contract.check import check
from sendable.reporting.sarif import Judged, sarif_log
from sendable.wire.build import assistant, request, text, thinking, tool_use, user

BODY = request(user("x"), assistant(tool_use()), user("y"))
DATA = json.dumps(BODY, indent=2).encode()


def log(*unreadable: tuple[str, str]) -> dict[str, Any]:
    return sarif_log([Judged("a b.json", DATA, check(DATA))], list(unreadable))


def test_each_finding_points_at_its_rule_and_its_line() -> None:
    run = log()["runs"][0]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    place = result["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "a%20b.json"
    line = DATA.decode().splitlines()[place["physicalLocation"]["region"]["startLine"] - 1]
    assert line.strip() == "{"
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "messages.1.content.0"


def test_what_a_ledger_foresees_has_the_rule_of_the_catalogue() -> None:
    asked = request(user("Hi"), model="claude-opus-5-5", system="a")
    answer = assistant(thinking(signature="UlJS"), text("Hello."))
    ledger = Ledger()
    ledger.record(asked, answer)
    data = json.dumps({**asked, "system": "b", "messages": [*asked["messages"], answer, user("And?")]}).encode()
    told = sarif_log([Judged("a.json", data, sendable_check(data, ledger=ledger))], [])
    (rule,) = told["runs"][0]["tool"]["driver"]["rules"]
    law = laws()["thinking-bound"]
    assert (rule["id"], rule["shortDescription"]["text"]) == (law.id, law.law)
    assert law.shown_by in rule["help"]["text"]


def test_rules_have_texts_of_help() -> None:
    for rule in log()["runs"][0]["tool"]["driver"]["rules"]:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["help"]["markdown"]


def test_unreadable_input_is_a_notification() -> None:
    invocation = log(("c.json", "not JSON"))["runs"][0]["invocations"][0]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "not JSON"


def test_clean_input_is_an_artifact_without_results() -> None:
    run = sarif_log([Judged("ok.json", b"{}", [])], [])["runs"][0]
    assert run["results"] == []
    assert run["artifacts"]
