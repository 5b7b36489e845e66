"""The relay in its threads: judging never holds up the streams of others, nor does a ledger that waits for a lock."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

from sendable.errors import LedgerError, UsageError
from sendable.gateway.aside import Aside
from sendable.gateway.asked import Asked
from sendable.gateway.options import Options
from sendable.prefix.ledger import Ledger
from sendable.prefix.stores import store_from
from sendable.relay import CONVERSATION, Answer, Passage, Refused, Relay, Settings, Where
from sendable.relay.case_folder import CaseFolder

NEVER_SENT = frozenset({CONVERSATION.encode("ascii")})
"""Headers that are meant for sendable alone."""

_PROBE = b"sendable-ready"
# One at a time: the relay takes turns anyway, and what a thread more would do is to fight for the interpreter.
_THREADS = 1
_WAIT = 1.0
_SMALL = b'{"model":"claude-sonnet-4-5","max_tokens":1,"messages":[{"role":"user","content":"Hi"}]}'

T = TypeVar("T")


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
            options={"max_loss": options.max_loss, "invent": options.invent},
        )
        self._aside = aside
        self._cases = None if options.learn is None else _cases(options.learn)
        self._relay = Relay(settings, _ledger(options.ledger), on_refused=self._keep)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="sendable-relay")

    async def warm(self) -> None:
        """Judge something small, so that the first request does not pay for what is made once."""
        await self._in_thread(partial(self._relay.passage, _SMALL, {}, Where("api", "messages")))

    async def passage(self, asked: Asked, body: bytes, where: Where) -> Passage:
        """What is sent in the place of a request."""
        return await self._in_thread(partial(self._relay.passage, body, asked.plain_headers, where))

    async def again(self, passage: Passage, status: int, body: bytes) -> Passage | None:
        """What is sent in the place of a request that was refused; None for nothing."""
        return await self._in_thread(partial(passage.retry, status, body))

    def settle(self, answer: Answer, whole: bool) -> None:
        """Remember an answer, before the next request is judged: it may go on from this one."""
        self._threads.submit(answer.settle, whole)

    def writes(self) -> None:
        """Write to the ledger.

        Raises:
            LedgerError: it cannot be written to.
        """
        self._relay.ledger.store.keep_states({_PROBE: b""})

    def close(self) -> None:
        """End the threads; what is being judged is finished."""
        self._threads.shutdown(wait=True)

    def _keep(self, refused: Refused) -> None:
        if self._cases is not None:
            self._aside.do("case", partial(self._cases, refused))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


def _cases(folder: Path) -> CaseFolder:
    try:
        return CaseFolder(folder)
    except UsageError as fault:
        raise UsageError(f"--learn: {fault}") from None


def _ledger(address: str | None) -> Ledger:
    try:
        return Ledger(None if address is None else store_from(address, wait=_WAIT))
    except LedgerError as fault:
        raise UsageError(f"--ledger: {fault}") from None
