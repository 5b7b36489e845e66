"""Findings as SARIF 2.1.0, which code hosts and editors show beside the file."""

from importlib.metadata import version
from typing import Any, NamedTuple

from sendable.contract.catalog import laws
from sendable.contract.evidence import best
from sendable.contract.finding import Finding
from sendable.contract.rule import Law
from sendable.reporting.json_places import line_of
from sendable.reporting.rule_page import passes_of

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


class Judged(NamedTuple):
    """One input: its name, the bytes that it was read from, and what was found."""

    name: str
    data: bytes
    findings: list[Finding]


def sarif_log(judged: list[Judged], unreadable: list[tuple[str, str]]) -> dict[str, Any]:
    """The log of one run.

    Args:
        judged: the inputs that were read.
        unreadable: name and error of those that were not.
    """
    used = sorted({finding.rule for held in judged for finding in held.findings})
    numbers = {name: number for number, name in enumerate(used)}
    run: dict[str, Any] = {
        "tool": {
            "driver": {
                "name": "sendable",
                "semanticVersion": version("sendable"),
                "rules": [_rule(laws()[name]) for name in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not unreadable, **_notifications(unreadable)}],
        "artifacts": [{"location": {"uri": _uri(held.name)}} for held in judged],
        "results": [_result(held, finding, numbers) for held in judged for finding in held.findings],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(rule: Law) -> dict[str, Any]:
    why = rule.doc.partition("\n")[2].strip()
    passes = passes_of(rule)
    cure = f"`sendable repair` answers it: {', '.join(passes)}." if passes else "`sendable repair` has no answer to it."
    if rule.shown_by:
        cure += f" One request does not show it; what does: {rule.shown_by}."
    return {
        "id": rule.id,
        "name": _name(rule.id),
        "shortDescription": {"text": rule.law},
        "fullDescription": {"text": f"{rule.law}\n\n{why}"},
        "help": {
            "text": f"{rule.law}\n\n{why}\n\nThe API says: {rule.message}\n\n{cure}",
            "markdown": f"**{rule.law}**\n\n{why}\n\nThe API says:\n\n> {rule.message}\n\n{cure}",
        },
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": [rule.family, best(rule.evidence).grade], "status": rule.status, "type": rule.type},
    }


def _name(rule: str) -> str:
    return "".join(part.capitalize() for part in rule.split("-"))


def _result(held: Judged, finding: Finding, numbers: dict[str, int]) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": {"uri": _uri(held.name)}}
    line = line_of(held.data, finding.place)
    if line:
        place["region"] = {"startLine": line}
    logical = [{"fullyQualifiedName": finding.path, "kind": "object"}] if finding.path else []
    return {
        "ruleId": finding.rule,
        "ruleIndex": numbers[finding.rule],
        "level": "error",
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": place, **({"logicalLocations": logical} if logical else {})}],
        "properties": {"status": finding.status, "type": finding.type, "evidence": finding.evidence},
    }


def _notifications(unreadable: list[tuple[str, str]]) -> dict[str, Any]:
    told = [
        {
            "level": "error",
            "message": {"text": error},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(name)}}}],
        }
        for name, error in unreadable
    ]
    return {"toolExecutionNotifications": told} if told else {}


def _uri(name: str) -> str:
    """A name as a relative or file reference, with what a reference may not hold escaped."""
    from urllib.parse import quote

    return quote(name.encode("utf-8", "surrogateescape")) if name != "-" else "stdin"
