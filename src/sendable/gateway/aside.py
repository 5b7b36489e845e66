"""What is done beside the answering: recording, which may wait for a disk, in one thread and in order."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

MOST_WAITING = 2_000


class Aside:
    """Runs small deeds one after the other in a thread.

    Args:
        on_lost: is told of each deed that failed, or that was one too many.
        most: how many may wait.
    """

    def __init__(self, on_lost: Callable[[str], None], most: int = MOST_WAITING) -> None:
        self._on_lost = on_lost
        self._most = most
        self._waiting = 0
        self._lock = Lock()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sendable-aside")

    def do(self, what: str, deed: Callable[[], object]) -> bool:
        """Have something done soon.

        Args:
            what: names it where it gets lost.
            deed: what is done; an exception of it is counted and goes no further.

        Returns:
            Whether it will be tried.
        """
        with self._lock:
            if self._waiting >= self._most:
                full = True
            else:
                full = False
                self._waiting += 1
        if full:
            self._on_lost(what)
            return False
        self._thread.submit(self._run, what, deed)
        return True

    def close(self) -> None:
        """Wait for all that was asked for."""
        self._thread.shutdown(wait=True)

    def _run(self, what: str, deed: Callable[[], object]) -> None:
        try:
            deed()
        except Exception:  # noqa: BLE001 - whatever fails here must not end the thread, nor show content
            self._on_lost(what)
        finally:
            with self._lock:
                self._waiting -= 1
