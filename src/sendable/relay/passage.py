"""One request on its way, and the way back of its answer."""

from collections.abc import Callable, Mapping

import msgspec

from sendable.relay.answer import Answer, Settle
from sendable.relay.refusal import Refusal
from sendable.relay.report import Report
from sendable.repair.restore import Ids


class Passage(msgspec.Struct, frozen=True):
    """What is sent in the place of a request.

    Attributes:
        body: of the request; the very object that came where nothing was changed.
        headers: to be set over those of the request, names in lower case.
        report: what happened to it.
        refusal: the answer to give, if nothing is to be sent.
        ids: what was mapped in it, and is mapped back in its answer.
        again: makes the request for a retry.
        settle: remembers the answer.
    """

    body: bytes
    headers: dict[str, str]
    report: Report
    refusal: Refusal | None = None
    ids: Ids = {}
    again: "Again | None" = None
    settle: Settle | None = None

    def retry(self, status: int, body: bytes) -> "Passage | None":
        """What to send in the place of this request, which the API refused; None where nothing better is known.

        One that was made here is not made again: there is one retry, never a loop.

        Args:
            status: of the answer.
            body: of the answer, decoded.
        """
        return None if self.again is None else self.again(status, body)

    def answer(self, status: int, headers: Mapping[str, str]) -> Answer:
        """The way back of the answer.

        Args:
            status: of the answer.
            headers: of the answer, names in lower case.
        """
        accepted = status == 200
        return Answer(headers, self.ids if accepted else {}, self.settle if accepted else None)


Again = Callable[[int, bytes], Passage | None]
"""Makes another request of a refusal, its status and its body; None where nothing better is known."""
