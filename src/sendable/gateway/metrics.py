"""What is counted, in the form of Prometheus; with several workers, of all of them together.

`prometheus_client` decides when it is imported whether values are kept in files that workers share: the environment
must name their folder before that. `share` does so, and is called before a worker starts.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sendable.gateway.outcome import Outcome
from sendable.relay import Report

_SHARED = "PROMETHEUS_MULTIPROC_DIR"
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_LONG = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 600.0)


def share(folder: Path) -> None:
    """Let the workers that are forked from here on count in the files of one folder."""
    os.environ[_SHARED] = str(folder)


def forget(worker: int) -> None:
    """Take a worker that ended out of what is going on now; what it counted stays."""
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker)  # type: ignore[no-untyped-call]


class Metrics:
    """The counts of one process."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = kept = CollectorRegistry()
        self._requests = Counter(
            "sendable_requests", "Requests answered.", ["endpoint", "status", "verdict"], registry=kept
        )
        self._findings = Counter("sendable_findings", "Findings, by rule.", ["rule"], registry=kept)
        self._changes = Counter("sendable_changes", "Changes, by pass and loss.", ["by", "loss"], registry=kept)
        self._costs = Counter("sendable_costs", "What changes cost.", ["what"], registry=kept)
        self._causes = Counter(
            "sendable_gateway_failures",
            "Answers of the gateway itself, and answers cut short.",
            ["cause"],
            registry=kept,
        )
        self._upstream = Counter("sendable_upstream_responses", "Answers of the upstream.", ["status"], registry=kept)
        self._retries = Counter("sendable_retries", "Requests sent a second time after a refusal.", registry=kept)
        self._lost = Counter("sendable_lost", "What could not be recorded.", ["what"], registry=kept)
        self._notes = Counter("sendable_notes", "What went otherwise than set up.", ["note"], registry=kept)
        self._sent = Counter("sendable_sent_bytes", "Bytes of answers.", registry=kept)
        self._inside = Histogram(
            "sendable_added_seconds", "What sendable added before a request was sent.", buckets=_SECONDS, registry=kept
        )
        self._first = Histogram(
            "sendable_answer_seconds", "Until the head of the answer.", ["endpoint"], buckets=_LONG, registry=kept
        )
        self.in_flight = Gauge(
            "sendable_in_flight", "Requests being answered.", multiprocess_mode="livesum", registry=kept
        )

    def count(self, outcome: Outcome) -> None:
        """Count one request."""
        report = _Told(outcome.report)
        self._requests.labels(outcome.endpoint, str(outcome.status), report.verdict).inc()
        if outcome.cause:
            self._causes.labels(outcome.cause).inc()
        if outcome.upstream_status:
            self._upstream.labels(str(outcome.upstream_status)).inc()
            self._first.labels(outcome.endpoint).observe(outcome.until_answer)
        if outcome.attempts > 1:
            self._retries.inc(outcome.attempts - 1)
        self._sent.inc(outcome.sent)
        if outcome.inside:
            self._inside.observe(outcome.inside)
        for rule in report.rules:
            self._findings.labels(rule).inc()
        for by, loss in report.changes:
            self._changes.labels(by, loss).inc()
        for note in report.notes:
            self._notes.labels(note).inc()
        for what, count in report.costs.items():
            self._costs.labels(what).inc(count)

    def lost(self, what: str) -> None:
        """Count something that could not be recorded."""
        self._lost.labels(what).inc()

    def text(self) -> tuple[bytes, str]:
        """All counts, and their media type."""
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest, multiprocess

        registry = self._registry
        if os.environ.get(_SHARED):
            registry = CollectorRegistry()
            multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(_Plain(registry)), CONTENT_TYPE_LATEST


class _Plain:
    """A registry without the time at which each count began, which would be half of the page."""

    def __init__(self, registry: Any) -> None:
        self._registry = registry

    def collect(self) -> Iterator[Any]:
        for metric in self._registry.collect():
            metric.samples = [sample for sample in metric.samples if not sample.name.endswith("_created")]
            yield metric


class _Told:
    """What of a report is counted."""

    def __init__(self, report: Report | None) -> None:
        self.verdict = "none" if report is None else report.verdict
        self.rules = [] if report is None else [finding.rule for finding in report.findings]
        self.changes = [] if report is None else [(change.by, str(change.loss)) for change in report.changes]
        self.notes = [] if report is None else report.notes
        self.costs = {} if report is None else _costs(report.cost)


def _costs(cost: dict[str, Any]) -> dict[str, int]:
    """What changes cost, as counts."""
    thinking = cost.get("thinking") or {}
    counts = {
        "thinking_lost": thinking.get("lost", 0),
        "cache_restarts": int(cost.get("cache_from") is not None),
        "cache_tokens": cost.get("tokens", 0),
    }
    return {what: count for what, count in counts.items() if count}
