"""Where `sendable repair` writes."""

import os
from pathlib import Path
from typing import NamedTuple

from sendable.cli.inputs import STDIN
from sendable.cli.output import is_input, replace, stdout
from sendable.errors import UsageError


class Destination(NamedTuple):
    """Where repaired requests go: a file or folder, back into their own files, or standard output.

    `back` is where a repaired history goes, in its own form; then no request is written unless `out` asks for it.
    """

    out: Path | None
    in_place: bool
    back: str | None = None

    @property
    def is_stdout(self) -> bool:
        """Whether the requests are written to standard output."""
        return self.out is None and not self.in_place and self.back is None

    @property
    def fills_stdout(self) -> bool:
        """Whether anything is written to standard output, so that a report has no place there."""
        return self.is_stdout or self.back == STDIN

    def write(self, name: str, before: bytes, after: bytes) -> str:
        """Write one request; what was written, for the report."""
        if self.in_place:
            return "" if after == before else _replaced(Path(name), after, name)
        if self.is_stdout:
            out = stdout()
            out.write(after)
            out.flush()
            return ""
        if self.out is None:
            return ""
        path = self.out / Path(name).name if self.out.is_dir() else self.out
        if after == before and is_input(path, name):
            return ""
        return _replaced(path, after, name, str(self.out) if path != self.out else "")

    def write_history(self, name: str, before: bytes, after: bytes) -> str:
        """Write a repaired history; what was written, for the report."""
        if self.back == STDIN:
            out = stdout()
            out.write(after)
            out.flush()
            return ""
        path = Path(str(self.back))
        return "" if after == before and is_input(path, name) else _replaced(path, after, name)


def _replaced(path: Path, data: bytes, name: str, folder: str = "") -> str:
    """Write a file; what was done, for the report."""
    backup = replace(path, data, name)
    # A path drops the dot of the folder that the command runs in.
    told = os.path.join(folder, path.name) if folder else path  # noqa: PTH118
    return f"wrote {told}" + (f", kept {backup}" if backup is not None else "")


def destination(
    names: tuple[str, ...], output: str | None, in_place: bool, back: str | None, lines: bool
) -> Destination:
    """The places that the options name.

    Raises:
        UsageError: they do not go together.
    """
    out = None if output in (None, STDIN) else Path(str(output))
    if in_place and output is not None:
        raise UsageError("either -o or --in-place")
    if in_place and STDIN in names:
        raise UsageError("standard input has no place to write back to: use -o")
    if in_place and lines:
        raise UsageError("lines of requests are answered by lines of outcomes: use -o instead of --in-place")
    if lines and out is not None and any(is_input(out, name) for name in names):
        raise UsageError(
            f"{out} is an input: lines of outcomes would take the place of the requests; name another file"
        )
    if len(names) > 1 and out is not None and not lines and not out.is_dir():
        raise UsageError(f"{out} is no folder: several requests need one, or --in-place, or --format json")
    if out is not None and out.is_dir() and len({Path(name).name for name in names}) < len(names):
        raise UsageError(f"two of the files would get the same name in {out}")
    if back is not None and (in_place or lines or len(names) > 1):
        raise UsageError("--write-back goes with one history, and not with --in-place or lines of requests")
    return Destination(out, in_place, back)
