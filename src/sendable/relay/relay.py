"""What every client surface does with a request and its answer."""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from threading import Lock
from typing import TypeVar

import msgspec

from sendable.errors import UnreadableError
from sendable.prefix.ledger import Ledger
from sendable.relay.answer import Settle
from sendable.relay.beta_header import NAME as BETA_HEADER
from sendable.relay.beta_header import betas_in
from sendable.relay.bodies import Bodies
from sendable.relay.call import Call
from sendable.relay.envelope import expanded
from sendable.relay.passage import Again, Passage
from sendable.relay.refusal import encoded, not_judged
from sendable.relay.refused import Refused
from sendable.relay.report import Report
from sendable.relay.settings import Settings
from sendable.relay.trip import Trip
from sendable.relay.where import Where
from sendable.targets import Target
from sendable.wire.index import Index

SIGNED = "AWS4-"
VERSION = "anthropic_version"
"""The field that every body for a Claude model has on the clouds, and no other body."""

CONVERSATION = "sendable-conversation"
"""A header by which a client may name its conversation. Surfaces do not pass it on."""

T = TypeVar("T")

_LOG = logging.getLogger("sendable")
_LEVELS = {
    "accepted": logging.DEBUG,
    "unread": logging.DEBUG,
    "rejected": logging.WARNING,
    "failed": logging.WARNING,
}


class Relay:
    """Judges requests and remembers their answers; does no input or output but that of its ledger.

    One relay may be used by several threads.

    Args:
        settings: what is done.
        ledger: remembers thinking and the states of conversations; one in memory by default.
        on_report: is told what happened to each request, before it is sent or refused.
        on_refused: is told what the API refused although it was sent.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        ledger: Ledger | None = None,
        *,
        on_report: Callable[[Report], None] | None = None,
        on_refused: Callable[[Refused], None] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.ledger = ledger or Ledger()
        self._on_report = on_report
        self._on_refused = on_refused
        self._bodies = Bodies()
        self._lock = Lock()

    def passage(
        self, body: bytes, headers: Mapping[str, str], where: Where, conversation: str | None = None
    ) -> Passage:
        """What is sent in the place of a request.

        Never raises: where sendable itself fails, the request goes as it came, or is held back if so it was set up.

        Args:
            body: of the request.
            headers: of the request, names in lower case.
            where: where it goes.
            conversation: key of the conversation, of the application's own making; without one, and without the header
                that names it, the conversation is found by its beginning.
        """
        head = Report(verdict="unread", mode=self.settings.mode, platform=where.platform, endpoint=where.endpoint)
        refused: list[Refused] = []
        try:
            with self._lock:
                passage = self._passage(body, headers, where, conversation, head, refused.append)
        except Exception as fault:  # noqa: BLE001 - whatever fails here must not cost the caller the request
            passage = self._failed(body, head, fault)
        return self._guarded(passage, refused)

    def unjudged(self, body: bytes, where: Where, note: str) -> Passage:
        """The passage of a request that nobody had the time to judge: as it came, or held back if so it was set up.

        Does not wait for what is being judged.

        Args:
            body: of the request.
            where: where it goes.
            note: one word that says why, for the report.
        """
        head = Report(verdict="failed", mode=self.settings.mode, platform=where.platform, endpoint=where.endpoint)
        passage = self._held_or_sent(body, _noting(head, note))
        self._tell(passage.report)
        return passage

    def _passage(
        self,
        body: bytes,
        headers: Mapping[str, str],
        where: Where,
        conversation: str | None,
        head: Report,
        refused: Callable[[Refused], None],
    ) -> Passage:
        if headers.get("content-encoding", "").strip().lower() not in ("", "identity"):
            return self._unreadable(body, _noting(head, "encoded"))
        try:
            came = self._bodies.read(body)
        except UnreadableError:
            return Passage(body, {}, _noting(head, "unreadable"))
        if came is None:
            return Passage(body, {}, _noting(head, "no-request"))
        if not where.certain and VERSION not in came.request:
            return Passage(body, {}, _noting(head, "other-model"))
        target = self._target(where, headers).for_request(came.request)
        head = msgspec.structs.replace(head, platform=target.platform, model=target.model)
        conversation = conversation or headers.get(CONVERSATION)
        signed = where.signed or headers.get("authorization", "").startswith(SIGNED)
        changes = self.settings.mode == "repair" and not signed
        call = Call(body, headers, came.request, self._opened(came) if changes else came, target, conversation)
        trip = Trip(call, self.settings, self.ledger, refused)
        if changes:
            return trip.repaired(head)
        if self.settings.mode == "repair":
            return trip.looked_at(_noting(head, "signed"), refuses=True)
        return trip.looked_at(head, self.settings.mode == "check")

    def _unreadable(self, body: bytes, head: Report) -> Passage:
        """What its sender encoded is not changed, and so not judged; it may stand for anything."""
        if not self.settings.fail_closed:
            return Passage(body, {}, head)
        return Passage(body, {}, msgspec.structs.replace(head, verdict="rejected"), encoded(head.platform))

    def _opened(self, came: Index) -> Index:
        """The request to repair: with its envelopes opened, where that is asked for. What goes as it came has none."""
        request = expanded(came.request) if self.settings.expand_content_blocks else came.request
        if request is came.request:
            return came
        source = msgspec.structs.replace(came.source.with_request(request), whole=request)
        return self.ledger.rolling.index(source.sealed())

    def _target(self, where: Where, headers: Mapping[str, str]) -> Target:
        platform = self.settings.platform if where.platform == "api" else where.platform
        betas = betas_in(headers.get(BETA_HEADER, ""))
        return Target(platform, where.model, betas, where.endpoint, self.settings.enforces_prefix)

    def _failed(self, body: bytes, head: Report, fault: Exception) -> Passage:
        """Fail open, or closed. The fault is told by its kind alone, since its text may quote the request."""
        _LOG.error("sendable failed on a request: %s", type(fault).__name__)
        report = msgspec.structs.replace(_noting(head, type(fault).__name__), verdict="failed")
        return self._held_or_sent(body, report)

    def _held_or_sent(self, body: bytes, report: Report) -> Passage:
        return Passage(body, {}, report, not_judged(report.platform) if self.settings.fail_closed else None)

    def _guarded(self, passage: Passage, refused: list[Refused]) -> Passage:
        """The passage, told of; what it does later never raises either."""
        self._tell(passage.report)
        again, settle = passage.again, passage.settle
        return msgspec.structs.replace(
            passage,
            again=None if again is None else partial(self._again, again, refused),
            settle=None if settle is None else partial(self._settled, settle),
        )

    def _again(self, again: Again, refused: list[Refused], status: int, body: bytes) -> Passage | None:
        try:
            with self._lock:
                passage = again(status, body)
        except Exception as fault:  # noqa: BLE001 - the refusal is there already, and goes to the caller
            _LOG.error("sendable failed on a refusal: %s", type(fault).__name__)
            return None
        while refused:
            _call_back(self._on_refused, refused.pop(0))
        return None if passage is None else self._guarded(passage, refused)

    def _settled(self, settle: Settle, answer: bytes | None) -> None:
        try:
            with self._lock:
                settle(answer)
        except Exception as fault:  # noqa: BLE001 - the answer went to the caller already
            _LOG.warning("an answer was not remembered: %s", type(fault).__name__)

    def _tell(self, report: Report) -> None:
        level = _LEVELS.get(report.verdict, logging.INFO)
        if _LOG.isEnabledFor(level):
            _LOG.log(level, "%s", report.line())
        _call_back(self._on_report, report)


def _call_back(listener: Callable[[T], None] | None, told: T) -> None:
    """Tell a listener, outside of the lock. What it does wrong costs nobody the request."""
    if listener is None:
        return
    try:
        listener(told)
    except Exception as fault:  # noqa: BLE001 - it is the application's own
        _LOG.error("a listener failed: %s", type(fault).__name__)


def _noting(report: Report, note: str) -> Report:
    return msgspec.structs.replace(report, notes=[*report.notes, note])
