"""The folder in which workers count together; it is gone when they are, or else when the next ones start."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PREFIX, _SUFFIX = "sendable-metrics-", ".held"


@contextmanager
def shared_folder() -> Iterator[Path]:
    """A new folder, held by this process and those that are forked from it; what nobody holds any more is removed.

    Who is killed hard cannot tidy up, so the next one does. That a folder is in use shows in a lock on it, which the
    system takes away with the last of its processes: no number of a process could be as certain.
    """
    tidy()
    folder, held = _made()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def tidy() -> None:
    """Remove the folders of those who are no more; only own ones."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*{_SUFFIX}"):
        with suppress(OSError):
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                if os.fstat(held).st_uid == os.geteuid():
                    _lock(held)
                    shutil.rmtree(folder, ignore_errors=True)
            finally:
                os.close(held)


def _made() -> tuple[Path, int]:
    while True:
        folder = Path(tempfile.mkdtemp(prefix=_PREFIX, suffix=_SUFFIX))
        # Another one that tidies up may be faster than the lock.
        with suppress(FileNotFoundError, BlockingIOError):
            held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                _lock(held)
                if os.path.samestat(os.fstat(held), folder.stat()):
                    return folder, held
            except BaseException:
                os.close(held)
                raise
            os.close(held)


def _lock(held: int) -> None:
    import fcntl

    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
