import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sendable import Ledger, Target, compare
from sendable.contract.rules.thinking.thinking_bound import MESSAGE
from tests.test_cases import CASES, with_media

FILES = sorted((CASES / "prefix").glob("*.json"))
SCHEMA = json.loads((CASES / "prefix.schema.json").read_text(encoding="utf-8"))

each_case = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@cache
def case_in(file: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {**case, **{part: with_media(case[part]) for part in ("earlier", "later")}}


@each_case
def test_file_fits_the_schema(file: Path) -> None:
    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), SCHEMA)


@each_case
def test_comparison_is_as_expected(file: Path) -> None:
    case = case_in(file)
    for expected in case["expected"]:
        found = compare(case["earlier"], case["later"], Target(**expected["target"]))
        first = found.first
        told = first and {
            "kind": first.kind,
            "path": first.path,
            "in": "earlier" if first.gone else "later",
            "certainty": first.certainty,
        }
        assert (found.verdict, found.extends, told) == (expected["verdict"], expected["extends"], expected["first"])
        assert (list(found.stale), list(found.unsure)) == (expected["stale"], expected["unsure"])
        message = MESSAGE.format(path=found.stale[0]) if found.stale else None
        assert message == expected.get("message")


@each_case
def test_one_model_checks_and_one_does_not(file: Path) -> None:
    checking, lenient = case_in(file)["expected"]
    assert compare(*requests(file), Target(**checking["target"])).checks is True
    assert compare(*requests(file), Target(**lenient["target"])).checks is False
    assert (lenient["verdict"], lenient["stale"], lenient["unsure"]) == ("safe", [], [])


@each_case
def test_verdict_agrees_with_what_the_documentation_says_of_the_operation(file: Path) -> None:
    case = case_in(file)
    verdict = case["expected"][0]["verdict"]
    allowed = {"edit": {"stale"}, "safe": {"safe"}, "open": {"unsure"}}[case["row"].partition(":")[0]]
    if file.stem in ("a-url-may-give-other-bytes", "a-signed-url-was-rotated"):
        allowed = {"safe", "unsure"}  # what stands behind a URL cannot be seen in a request
    assert verdict in allowed


@each_case
def test_a_request_extends_itself(file: Path) -> None:
    for request in requests(file):
        found = compare(request, copy.deepcopy(request), Target(model="claude-opus-5-5"), every=True)
        assert (found.verdict, found.extends, found.differences) == ("safe", True, ())


@each_case
def test_all_differences_begin_with_the_first(file: Path) -> None:
    one = compare(*requests(file), Target(model="claude-opus-5-5"))
    every = compare(*requests(file), Target(model="claude-opus-5-5"), every=True)
    assert one.first == every.first
    assert len([difference for difference in every.differences if difference.prefix]) == one.count == every.count
    assert (one.stale, one.unsure, one.cache) == (every.stale, every.unsure, every.cache)


def requests(file: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    case = case_in(file)
    return case["earlier"], case["later"]


# What the ledger leaves to the comparison: it knows no branch of a server-side or on-demand compaction.
NOT_FORESEEN = {file.stem for file in FILES if "compaction" in file.read_text(encoding="utf-8")}


@pytest.mark.parametrize("file", [file for file in FILES if file.stem not in NOT_FORESEEN], ids=lambda file: file.stem)
def test_ledger_foresees_the_same(file: Path) -> None:
    case = case_in(file)
    target = Target(model="claude-opus-5-5")
    ledger = Ledger()
    feed(ledger, case["earlier"], case["later"], target)
    expected = case["expected"][0]
    findings = ledger.foresee(case["later"], target)
    if expected["verdict"] == "stale":
        assert findings[0].path == expected["stale"][0]
        assert findings[0].message.startswith(expected["message"])
    else:
        assert findings == []


def feed(ledger: Ledger, earlier: dict[str, Any], later: dict[str, Any], target: Target) -> None:
    """The requests that led to the earlier one, and its answer as the later one replays it."""
    messages = earlier["messages"]
    for at, message in enumerate(messages):
        if message["role"] == "assistant":
            ledger.record({**earlier, "messages": messages[:at]}, message, target)
    known = [message for message in messages if message["role"] == "assistant"]
    new = [message for message in later["messages"] if message["role"] == "assistant"][len(known) :]
    if new:
        ledger.record(earlier, new[-1], target)
