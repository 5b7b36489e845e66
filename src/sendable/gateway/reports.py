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
        if place == STDOUT:
            self._file = sys.stdout.fileno()
        elif place is not None:
            self._file = _opened(Path(place))
        self._owned = self._file is not None and place != STDOUT

    def write(self, report: dict[str, Any]) -> None:
        """Write one report. A disk that is full loses reports, never requests."""
        if self._file is None:
            return
        line = msgspec.json.encode(report) + b"\n"
        try:
            if os.write(self._file, line) != len(line):
                self.lost += 1
        except OSError:
            self.lost += 1

    def close(self) -> None:
        """Close the file."""
        if self._owned and self._file is not None:
            os.close(self._file)
        self._file = None


def _opened(folder: Path) -> int:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"reports-{os.getpid()}.jsonl"
        return os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as fault:
        raise UsageError(f"--report: the folder cannot be written to: {fault.strerror}") from None
