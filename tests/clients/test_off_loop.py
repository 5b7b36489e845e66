"""Work that may wait, off the event loop."""

import asyncio
from contextvars import ContextVar
from threading import current_thread, main_thread

from sendable.clients.off_loop import off_loop

SPAN: ContextVar[str] = ContextVar("span")


def where(told: str, more: str = "") -> tuple[bool, str]:
    return current_thread() is main_thread(), SPAN.get() + told + more


def test_only_what_may_wait_goes_to_a_thread_and_it_keeps_its_context() -> None:
    async def run() -> None:
        SPAN.set("s")
        assert await off_loop(False, where, "a") == (True, "sa")
        assert await off_loop(True, where, "a", more="b") == (False, "sab")

    asyncio.run(run())
