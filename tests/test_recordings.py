"""What the live API answered, as long as the recordings lie beside the project; they are no part of it."""

import gzip
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sendable import Repaired, Target, check, repair
from sendable.contract.catalog import catalog
from sendable.contract.check import judged
from sendable.contract.finding import Finding
from sendable.wire.index import Index

RECORDS = Path(__file__).parent.parent.parent / "shared" / "verdicts" / "open.jsonl.gz"
PLATFORM = {"anthropic": "api", "bedrock-invoke": "bedrock", "bedrock-mantle": "bedrock"}

pytestmark = pytest.mark.skipif(not RECORDS.exists(), reason=f"no recordings at {RECORDS}")


class Record(NamedTuple):
    """A recorded request with the verdict of the API."""

    id: str
    request: Any
    target: Target
    accepted: bool
    needs: str
    message: str

    @property
    def findings(self) -> list[Finding]:
        index = Index(self.request)
        return judged(index, self.target.for_request(index.request))


@cache
def records() -> tuple[Record, ...]:
    return tuple(_read())


def _read() -> Iterator[Record]:
    with gzip.open(RECORDS, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        for line in lines:
            held = json.loads(line)
            platform = PLATFORM.get(held["provider"], held["provider"])
            target = Target(platform, held["model"], held["betas"], held["endpoint"])
            accepted = held["verdict"] == "accepted"
            yield Record(held["id"], held["request"], target, accepted, held["needs"], held["error_message"])


def stays(rule: str) -> bool:
    """Whether a rule has no pass, with its reason; or is of media, which the user may be sending just now."""
    return bool(catalog()[rule].unrepairable) or catalog()[rule].family in ("images", "documents")


def searches(repaired: Repaired) -> bool:
    return {change.by for change in repaired.changes} == {"drop_waiting_tool_search"}


def test_no_accepted_request_is_refused() -> None:
    alarms = [(r.id, r.findings[0].rule) for r in records() if r.accepted and r.findings]
    assert alarms == []


def test_every_foreseeable_refusal_is_found() -> None:
    missed = [(r.id, r.message[:80]) for r in records() if not r.accepted and r.needs == "body" and not r.findings]
    assert missed == []


def test_at_most_three_wordings_differ() -> None:
    refused = [record for record in records() if not record.accepted and record.needs == "body"]
    other = [(r.id, r.message[:80]) for r in refused if r.findings and r.findings[0].message != r.message.strip()]
    assert len(other) <= 3, other


def test_accepted_request_comes_out_of_repair_as_the_identical_object() -> None:
    changed = []
    for record in records():
        if record.accepted:
            repaired = repair(record.request, record.target)
            if repaired.request is not record.request and not searches(repaired):
                changed.append((record.id, [(change.by, change.rule) for change in repaired.changes]))
    assert changed == []


def test_refused_request_is_accepted_after_repair_or_says_why_not() -> None:
    left = []
    for record in records():
        if not record.accepted and record.needs == "body":
            repaired = repair(record.request, record.target)
            rules = [finding.rule for finding in check(repaired.request, record.target)]
            assert rules == [finding.rule for finding in repaired.remaining]
            left += [(record.id, rule) for rule in rules if not stays(rule)]
    assert left == []
