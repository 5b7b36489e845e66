import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sendable import Target, check, repair
from sendable.contract.catalog import catalog, laws
from sendable.repair.told import UNKNOWN

CASES = Path(__file__).parent.parent / "cases"
FILES = sorted(file for file in CASES.glob("*/*.json") if file.parent.name not in ("render", "prefix"))
SCHEMA = json.loads((CASES / "case.schema.json").read_text(encoding="utf-8"))

each_case = pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")


@cache
def case_in(file: Path) -> dict[str, Any]:
    case: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return {**case, **{part: with_media(case[part]) for part in ("request", "repaired") if part in case}}


def with_media(value: Any) -> Any:
    if isinstance(value, dict):
        if "$media" in value:
            text = (CASES / "media" / f"{value['$media']}.b64").read_text(encoding="ascii").rstrip("\n")
            return text.ljust(value.get("$length", 0), "A")
        if "$times" in value:
            return [with_media(value["$item"])] * value["$times"]
        return {key: with_media(item) for key, item in value.items()}
    return [with_media(item) for item in value] if isinstance(value, list) else value


def target_of(case: dict[str, Any], *betas: str) -> Target:
    target = Target(**case.get("target", {}))
    if target.betas is None or not betas:
        return target
    return Target(**{**case["target"], "betas": [*target.betas, *betas]})


@each_case
def test_file_fits_the_schema(file: Path) -> None:
    jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), SCHEMA)


@each_case
def test_verdict_is_exact(file: Path) -> None:
    case = case_in(file)
    found = check(case["request"], target_of(case))
    assert [{"rule": f.rule, "path": f.path, "message": f.message} for f in found] == case["verdict"]


@each_case
def test_repair_is_exact(file: Path) -> None:
    case = case_in(file)
    request = copy.deepcopy(case["request"])
    repaired = repair(request, target_of(case), told=case.get("refusal"), **case.get("options", {}))
    changes = [{"pass": c.by, "rule": c.rule or None, "path": c.path, "loss": str(c.loss)} for c in repaired.changes]
    assert request == case["request"]
    assert changes == case.get("changes", [])
    if changes:
        assert repaired.request == case["repaired"]
    else:
        assert repaired.request is request
    assert [f.rule for f in repaired.remaining] == case.get("remaining", [])
    assert repaired.betas == case.get("betas", [])


@each_case
def test_repaired_request_is_accepted_and_stays_as_it_is(file: Path) -> None:
    case = case_in(file)
    outcome = case.get("repaired", case["request"])
    target = target_of(case, *case.get("betas", []))
    told = {UNKNOWN, *(law.id for law in laws().values() if law.shown_by)}
    assert [f.rule for f in check(outcome, target)] == [rule for rule in case.get("remaining", []) if rule not in told]
    options = {name: held for name, held in case.get("options", {}).items() if name != "state"}
    again = repair(outcome, target, **options)
    assert again.changes == []
    assert again.request is outcome


def test_every_rule_has_a_refused_and_an_accepted_case() -> None:
    refused = {file.parent.name for file in FILES if file.parent.name in {f["rule"] for f in case_in(file)["verdict"]}}
    accepted = {file.parent.name for file in FILES if not case_in(file)["verdict"]}
    assert set(catalog()) - refused == set()
    assert set(catalog()) - accepted == set()


def test_folders_are_rules_or_interactions() -> None:
    parts = {part for file in FILES for part in file.parent.name.split("+")}
    passes = {change["pass"] for file in FILES for change in case_in(file).get("changes", [])}
    assert parts <= {*catalog(), *(name.replace("_", "-") for name in passes), "accepted"}


def test_every_medium_is_used() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in CASES.glob("*/*.json"))
    assert {file.stem for file in (CASES / "media").iterdir() if f'"{file.stem}"' not in text} == set()
