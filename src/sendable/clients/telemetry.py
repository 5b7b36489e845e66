"""The report as an event of the span in which a request was made, where the application uses OpenTelemetry."""

import sys

from sendable.relay import Report

EVENT = "sendable.report"


def tell_span(report: Report) -> None:
    """Add the report to the current span; nothing where there is none, or where OpenTelemetry is not in use.

    It holds names and counts, nothing of the conversation.
    """
    # Whoever has a span has imported this; whoever has not is spared the import.
    trace = sys.modules.get("opentelemetry.trace")
    if trace is None:
        return
    span = trace.get_current_span()
    if span.is_recording():
        span.add_event(EVENT, attributes_of(report))


def attributes_of(report: Report) -> dict[str, str | int | list[str]]:
    """The attributes of the event; what is empty is left out."""
    told: dict[str, str | int | list[str]] = {
        "sendable.verdict": report.verdict,
        "sendable.mode": report.mode,
        "sendable.platform": report.platform,
        "sendable.endpoint": report.endpoint,
        "sendable.changes": len(report.changes),
        "sendable.passes": list(dict.fromkeys(change.by for change in report.changes)),
        "sendable.rules": report.rules,
        "sendable.betas": report.betas,
        "sendable.notes": report.notes,
        "sendable.retried": report.retried,
    }
    return {name: value for name, value in told.items() if value}
