"""Where the reports of requests go: a folder with one file a worker, or the standard output; a line of JSON each."""

import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from sendable.errors import UsageError

STDOUT = "-"


class Reports:
    """Writes reports. Each is one write to a file opened for appending, so that none is torn.

    A file that was moved or removed, or whose folder was, is made again for the next report.

    Args:
        place: a folder, "-" for the standard output, or None to write none.

    Attributes:
        lost: how many could not be written.

    Raises:
        UsageError: the folder cannot be made or written to.
    """

    def __init__(self, place: str | None) -> None:
        self.lost = 0
        self._file: int | None = None
        self._path: Path | None = None
        if place == STDOUT:
            self._file = sys.stdout.fileno()
        elif place is not None:
            self._path = Path(place).absolute() / f"reports-{os.getpid()}.jsonl"
            try:
                self._file = _opened(self._path)
            except OSError as fault:
                raise UsageError(f"--report: the folder cannot be written to: {fault.strerror}") from None

    def write(self, report: dict[str, Any]) -> None:
        """Write one report. A disk that is full loses reports, never requests."""
        if self._file is None:
            return
        line = msgspec.json.encode(report) + b"\n"
        try:
            self._follow()
            if os.write(self._file, line) != len(line):
                self.lost += 1
        except OSError:
            self.lost += 1

    def close(self) -> None:
        """Close the file."""
        if self._path is not None and self._file is not None:
            os.close(self._file)
        self._file = None

    def _follow(self) -> None:
        """Open the file anew where its path does not lead to it any more."""
        if self._path is None or self._file is None or _leads_to(self._path, self._file):
            return
        opened = _opened(self._path)
        os.close(self._file)
        self._file = opened


def _leads_to(path: Path, file: int) -> bool:
    try:
        there = path.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(file))


def _opened(path: Path) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
