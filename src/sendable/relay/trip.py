"""The way of one request: judged, sent or refused, sent once more, remembered."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import msgspec

from sendable.contract.finding import Finding
from sendable.contract.threads import continues
from sendable.errors import LedgerError
from sendable.prefix.ahead import ahead
from sendable.prefix.ledger import Ledger
from sendable.prefix.together import together
from sendable.relay.beta_header import NAME as BETA_HEADER
from sendable.relay.beta_header import with_betas
from sendable.relay.call import Call
from sendable.relay.complete import message_id
from sendable.relay.judged import Judged, checked, mended
from sendable.relay.passage import Again, Passage
from sendable.relay.refusal import message_of, refusal_for
from sendable.relay.refused import Refused
from sendable.relay.report import Report
from sendable.relay.settings import Settings
from sendable.relay.thread_ids import Mapped, held_ids, keep_ids
from sendable.repair.repeat import joined
from sendable.repair.told import told_by
from sendable.repair.told_place import same_place
from sendable.reporting.encode import request_bytes
from sendable.wire.index import Index
from sendable.wire.paths import dotted

Json = dict[str, Any]
T = TypeVar("T")

_FAULTS = (400, 413)

LEDGER = "ledger"
"""What a report notes when the ledger failed: the request went without it."""


class Trip:
    """The way of one request.

    Args:
        call: the request.
        settings: what is done.
        ledger: remembers.
        refused: is told what the API refused.
    """

    def __init__(self, call: Call, settings: Settings, ledger: Ledger, refused: Callable[[Refused], None]) -> None:
        self._call = call
        self._settings = settings
        self._ledger: Ledger | None = ahead(ledger, call.given)
        self._refused = refused
        self._state: Json | None = None
        self._held_ids: Mapped = {}
        self._notes: list[str] = []

    def looked_at(self, head: Report, refuses: bool) -> Passage:
        """The passage of a request that is sent as it came, or refused.

        Args:
            head: the report as far as it goes.
            refuses: whether a request with findings is held back.
        """
        judged = self._with_ledger(lambda ledger: checked(self._call.given, self._call.target, ledger))
        verdict = "accepted" if not judged.findings else "rejected" if refuses else "observed"
        report = self._report(head, verdict, judged)
        if verdict == "rejected":
            return self._held_back(judged, report)
        return Passage(
            self._call.body, {}, report, again=partial(self._heard, judged), settle=partial(self._settle, judged)
        )

    def repaired(self, head: Report) -> Passage:
        """The passage of a request that is repaired, or refused where it cannot be."""
        self._state = self._with_ledger(self._kept_state)
        self._held_ids = self._with_ledger(self._kept_ids)
        judged = self._mended(None)
        if judged.remaining:
            return self._held_back(judged, self._report(head, "rejected", judged))
        changed = judged.sent is not self._call.came or bool(judged.betas)
        report = self._report(head, "repaired" if changed else "accepted", judged)
        return self._sending(judged, report, partial(self._again, judged, report))

    def _mended(self, told: Finding | None) -> Judged:
        return self._with_ledger(
            lambda ledger: mended(self._call.given, self._call.target, self._settings, ledger, self._state, told)
        )

    def _again(self, before: Judged, head: Report, status: int, body: bytes) -> Passage | None:
        """Repair what the API refused, told of its answer; None where that leads to nothing else than was sent."""
        told = _told(before, status, body)
        if told is None:
            return None
        assert before.repaired is not None
        place = before.repaired.origins.of(told.place)
        if not same_place(before.sent, told.place, self._call.given.request, place):
            place = ()
        judged = self._mended(msgspec.structs.replace(told, place=place, path=dotted(place)))
        better = not judged.remaining and (judged.sent, judged.betas) != (before.sent, before.betas)
        self._tell(before, told, better)
        if not better:
            return None
        report = msgspec.structs.replace(self._report(head, "repaired", judged), retried=told.rule)
        return self._sending(judged, report, partial(self._heard, judged))

    def _heard(self, sent: Judged, status: int, body: bytes) -> None:
        """Tell of a refusal that nothing more is done about."""
        told = _told(sent, status, body)
        if told is not None:
            self._tell(sent, told, False)

    def _tell(self, sent: Judged, told: Finding, retried: bool) -> None:
        if all(told.rule != finding.rule for finding in sent.remaining):
            self._refused(Refused(sent.sent, sent.sent_to, told.status, told.message, told.rule, retried))

    def _sending(self, judged: Judged, report: Report, again: Again) -> Passage:
        headers: dict[str, str] = {}
        if judged.betas and self._call.target.platform != "bedrock":
            held = self._call.headers.get(BETA_HEADER, "")
            betas = with_betas(held, judged.betas)
            headers = {} if betas == held else {BETA_HEADER: betas}
        ids = joined(self._held_ids, judged.ids)
        if any(ids.values()):
            # Ids are mapped back in the answer, which must be readable for that.
            headers["accept-encoding"] = "identity"
        body = self._call.body if judged.sent is self._call.came else request_bytes(judged.sent, self._call.body)
        return Passage(body, headers, report, None, ids, again, partial(self._settle, judged))

    def _held_back(self, judged: Judged, report: Report) -> Passage:
        return Passage(self._call.body, {}, report, refusal_for(judged.remaining[0], self._call.target.platform))

    def _report(self, head: Report, verdict: str, judged: Judged) -> Report:
        repaired = judged.repaired
        report = msgspec.structs.replace(
            head,
            verdict=verdict,
            findings=judged.findings,
            remaining=judged.remaining if verdict == "rejected" or repaired is None else [],
            opened=self._call.given.request is not self._call.came,
            notes=[*head.notes, *self._notes],
        )
        if repaired is None or verdict == "rejected":
            return report  # of one that is not sent nothing was changed
        return msgspec.structs.replace(report, changes=repaired.changes, betas=repaired.betas, cost=repaired.cost)

    def _with_ledger(self, work: Callable[[Ledger | None], T]) -> T:
        """Do something with the ledger, and without it once it fails."""
        if self._ledger is not None:
            try:
                return work(self._ledger)
            except LedgerError:
                self._ledger = None
                self._notes.append(LEDGER)
        return work(None)

    def _kept_ids(self, ledger: Ledger | None) -> Mapped:
        return {} if ledger is None else held_ids(ledger, self._call.came)

    def _kept_state(self, ledger: Ledger | None) -> Json | None:
        if ledger is None or continues(self._call.came):
            return None
        if self._call.conversation is not None:
            return ledger.state(self._call.conversation)
        return ledger.state_of(self._call.given)

    def _settle(self, judged: Judged, answer: bytes | None) -> None:
        """Remember that the request was accepted, and what was thought in its answer."""
        if self._ledger is None or self._call.target.endpoint == "count_tokens":
            return
        with together(self._ledger) as ledger:
            self._remember(ledger, judged, answer)

    def _remember(self, ledger: Ledger, judged: Judged, answer: bytes | None) -> None:
        told = None if answer is None else message_id(answer)
        if told is not None:
            given = judged.given
            ledger.record(given if judged.sent is given.request else judged.sent, answer, self._call.target)
            keep_ids(ledger, judged.sent, joined(self._held_ids, judged.ids), told)
        if judged.repaired is None or continues(judged.sent):
            # Of what continues a thread the beginning is not seen: it is no state that others could go on from.
            return
        if self._call.conversation is not None:
            ledger.keep_state(self._call.conversation, judged.repaired.state)
        else:
            ledger.keep_state_of(judged.given, judged.repaired.state)


def _told(sent: Judged, status: int, body: bytes) -> Finding | None:
    """The finding that a refusal stands for; None where it speaks of no fault of the request."""
    error = message_of(body)
    if error is None or status not in _FAULTS:
        return None
    kind, message = error
    return told_by(message, Index(sent.sent), status, kind)
