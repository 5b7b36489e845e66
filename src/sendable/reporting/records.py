"""Outcomes as the JSON objects that the command writes."""

from typing import Any

from sendable.contract.finding import Finding, Note
from sendable.repair.repair import Repaired


def verdict(findings: list[Finding]) -> str:
    """The verdict in one word."""
    return "rejected" if findings else "accepted"


def check_record(findings: list[Finding], notes: list[Note], **head: Any) -> dict[str, Any]:
    """What `check` says of one input; `head` names the input."""
    return {
        **head,
        "verdict": verdict(findings),
        "findings": [finding.as_json() for finding in findings],
        "notes": [note.as_json() for note in notes],
    }


def repair_record(repaired: Repaired, **head: Any) -> dict[str, Any]:
    """What `repair` did to one input, with the request that came out."""
    return {
        **head,
        "verdict_before": verdict(repaired.before),
        "verdict_after": verdict(repaired.remaining),
        "changes": [change.as_json() for change in repaired.changes],
        "remaining": [finding.as_json() for finding in repaired.remaining],
        "betas": repaired.betas,
        "ids": repaired.ids,
        "cost": repaired.cost,
        "request": repaired.request,
    }


def unreadable_record(error: str, **head: Any) -> dict[str, Any]:
    """The answer for an input that is no request."""
    return {**head, "verdict": "unreadable", "error": error}
