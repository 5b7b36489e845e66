"""The relay in its threads: judging never holds up the streams of others, nor does a ledger that waits for a lock, nor
a request that takes long to judge.
"""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from sendable.errors import LedgerError, UsageError
from sendable.gateway.aside import Aside
from sendable.gateway.asked import Asked
from sendable.gateway.judges import Judge, Judges, Late
from sendable.gateway.options import MEMORY, Options
from sendable.prefix.ledger import Ledger
from sendable.prefix.stores import store_from
from sendable.relay import CONVERSATION, Answer, Passage, Refused, Relay, Settings, Where
from sendable.relay.case_folder import CaseFolder

NEVER_SENT = frozenset({CONVERSATION.encode("ascii")})
"""Headers that are meant for sendable alone."""

_PROBE = b"sendable-ready"
_WAIT = 1.0
_SMALL = b'{"model":"claude-sonnet-4-5","max_tokens":1,"messages":[{"role":"user","content":"Hi"}]}'

SLOW = "slow"
"""What a report notes of a request that took too long to judge."""

BUSY = "busy"
"""What a report notes of a request that waited too long for the judging of others."""


class Judged(NamedTuple):
    """What is sent in the place of a request, and who said so; nobody where it was not judged in time."""

    passage: Passage
    judge: Judge | None


class Relaying:
    """Judges requests for a gateway.

    Args:
        options: of the gateway.
        aside: does what nobody has to wait for.

    Raises:
        UsageError: the ledger or the folder to learn into cannot be used.
    """

    def __init__(self, options: Options, aside: Aside) -> None:
        settings = Settings(
            mode=options.mode,
            platform=options.platform,
            enforces_prefix=options.enforces_prefix,
            fail_closed=options.fail_closed,
            expand_content_blocks=options.expand_content_blocks,
            options={
                "max_loss": options.max_loss,
                "invent": options.invent,
                "keep_orphans": options.keep_orphans,
                "keep_tool_search": options.keep_tool_search,
            },
        )
        self._aside = aside
        self._cases = None if options.learn is None else _cases(options.learn)
        self._ledger = _ledger(options.ledger)
        # Not one that judges: that one may be busy.
        self._unjudging = Relay(settings, self._ledger)
        self._judges = Judges(partial(self._relay, settings), options.judge_timeout)

    async def warm(self) -> None:
        """Judge something small, so that the first request does not pay for what is made once."""
        await self._judges.judged(lambda relay: relay.passage(_SMALL, {}, Where("api", "messages")))

    async def passage(self, asked: Asked, body: bytes, where: Where) -> Judged:
        """What is sent in the place of a request."""
        headers = asked.plain_headers
        judged = await self._judges.judged(lambda relay: relay.passage(body, headers, where))
        if isinstance(judged, Late):
            return Judged(self._unjudging.unjudged(body, where, SLOW if judged.begun else BUSY), None)
        return Judged(*judged)

    async def again(self, judged: Judged, status: int, body: bytes) -> Judged | None:
        """What is sent in the place of a request that was refused; None for nothing."""
        if judged.judge is None:
            return None
        again = await self._judges.goes_on(judged.judge, partial(judged.passage.retry, status, body))
        return None if again is None or isinstance(again, Late) else Judged(again, judged.judge)

    def settle(self, judged: Judged, answer: Answer, whole: bool) -> None:
        """Remember an answer, before the next request is judged: it may go on from this one."""
        if judged.judge is not None:
            judged.judge.lane.submit(partial(answer.settle, whole))

    def writes(self) -> None:
        """Write to the ledger.

        Raises:
            LedgerError: it cannot be written to.
        """
        self._ledger.store.keep_states({_PROBE: b""})

    def close(self) -> None:
        """End the threads; what is being judged is finished, unless it takes long."""
        self._judges.close()

    def _relay(self, settings: Settings) -> Relay:
        return Relay(settings, Ledger(self._ledger.store), on_refused=self._keep)

    def _keep(self, refused: Refused) -> None:
        if self._cases is not None:
            self._aside.do("case", partial(self._cases.keep, refused))


def _cases(folder: Path) -> CaseFolder:
    try:
        return CaseFolder(folder)
    except UsageError as fault:
        raise UsageError(f"--learn: {fault}") from None


def _ledger(address: str | None) -> Ledger:
    try:
        return Ledger(None if address in (None, MEMORY) else store_from(address, wait=_WAIT))
    except LedgerError as fault:
        raise UsageError(f"--ledger: {fault}") from None
