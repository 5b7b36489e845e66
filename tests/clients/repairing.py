"""sendable between the official client and the wire, as a middleware of that client, with what it did."""

import sendable
from sendable.relay import Report


class Repairing(sendable.Middleware):
    """`sendable.Middleware`; `applied` names what was done."""

    def __init__(self) -> None:
        super().__init__(on_report=self._note)
        self.applied: list[str] = []

    def _note(self, report: Report) -> None:
        self.applied += [change.by for change in report.changes]
