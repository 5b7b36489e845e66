"""Tells of every request that is done: one line for the log, the counts, and the report."""

import logging
from time import perf_counter
from types import TracebackType
from typing import Self

from sendable.gateway.aside import Aside
from sendable.gateway.metrics import Metrics
from sendable.gateway.outcome import Outcome
from sendable.gateway.refusals import GatewayError
from sendable.gateway.reports import Reports

log = logging.getLogger("sendable.gateway")


class Watch:
    """Keeps count of what goes on.

    Args:
        report: where reports go; see `Reports`.

    Attributes:
        metrics: the counts.
        aside: where slow deeds are done.
        in_flight: how many requests are being answered.

    Raises:
        UsageError: the reports cannot be written.
    """

    def __init__(self, report: str | None = None) -> None:
        self.metrics = Metrics()
        self.aside = Aside(self._lost)
        self.in_flight = 0
        self._reports = Reports(report)
        self._writes = report is not None

    def begun(self) -> Outcome:
        """A request is there."""
        self.in_flight += 1
        self.metrics.in_flight.inc()
        return Outcome(perf_counter())

    def done(self, outcome: Outcome) -> None:
        """A request is answered, or left."""
        self.in_flight -= 1
        self.metrics.in_flight.dec()
        outcome.took = perf_counter() - outcome.started
        self.metrics.count(outcome)
        if log.isEnabledFor(logging.INFO):
            log.info("%s", outcome.line)
        if self._writes:
            self.aside.do("report", lambda: self._report(outcome))

    def refused(self, fault: GatewayError) -> None:
        """Something was refused before it was a request."""
        outcome = self.begun()
        outcome.endpoint, outcome.status, outcome.cause = "refused", fault.status, fault.cause
        self.done(outcome)

    def failed(self, fault: BaseException | None) -> None:
        """The gateway itself failed: its kind and place are told, not its words, which may hold content."""
        if fault is not None:
            log.error("failed inside: %s at %s", type(fault).__name__, _place(fault.__traceback__))

    def close(self) -> None:
        """Record what is left."""
        self.aside.close()
        self._reports.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _report(self, outcome: Outcome) -> None:
        before = self._reports.lost
        self._reports.write(outcome.as_json)
        if self._reports.lost > before:
            self._lost("report")

    def _lost(self, what: str) -> None:
        self.metrics.lost(what)
        log.warning("could not record: %s", what)


def _place(trace: TracebackType | None) -> str:
    last = "?"
    while trace is not None:
        code = trace.tb_frame.f_code
        last = f"{code.co_filename.rpartition('/')[2]}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next
    return last
