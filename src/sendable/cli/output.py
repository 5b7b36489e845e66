"""Where the command writes: standard output as bytes, and files that are replaced in one step."""

import io
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from sendable.cli.faults import reason
from sendable.errors import UsageError
from sendable.reporting.encode import encoded, request_bytes
from sendable.reporting.page import Page

_INDENTED = b"{\n  }\n"
"""A layout with two spaces a level, and an end."""


class UnwrittenError(UsageError):
    """A place that the caller named cannot be written."""


def stdout() -> BinaryIO:
    """Standard output for bytes, behind a buffer even where Python runs unbuffered.

    Whoever writes to it flushes it. When it is collected, standard output itself stays open.
    """
    stream = sys.stdout.buffer
    return open(stream.fileno(), "wb", closefd=False) if isinstance(stream, io.RawIOBase) else stream


def write_record(stream: BinaryIO, record: dict[str, Any]) -> None:
    """Write one answer as a line of JSON."""
    stream.write(encoded(record) + b"\n")


def write_value(output: str | None, value: Any, name: str, *, compact: bool) -> None:
    """Write one JSON value to a file, or to standard output where none is named.

    Args:
        output: the file; None or - for standard output.
        value: what is written.
        name: the input that it was made from; when that is the same file, what it held is kept beside it.
        compact: one line instead of two spaces a level.
    """
    data = request_bytes(value, b"\n" if compact else _INDENTED)
    if output in (None, "-"):
        out = stdout()
        out.write(data)
        out.flush()
        return
    replace(Path(str(output)), data, name)


def show(page: Page, *, err: bool = False) -> None:
    """Write a page to standard output or standard error."""
    stream = sys.stderr if err else sys.stdout
    stream.flush()
    if page.lines:
        page.write(stream.buffer, stream.encoding)


def page_for(*, err: bool = False) -> Page:
    """An empty page for standard output or standard error."""
    return Page.for_stream(sys.stderr if err else sys.stdout)


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A stream whose bytes become the content of a file in one step, when all of them are written.

    The file keeps its mode bits, and a link goes on pointing at it. What is no regular file (a pipe, a device) is
    written to as it is.

    Raises:
        UnwrittenError: the place cannot be written.
    """
    with _told(path):
        path = path.resolve()
        if path.exists() and not stat.S_ISREG(path.stat().st_mode):
            with path.open("wb") as stream:
                yield stream
            return
        beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            with beside.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            if path.exists():
                shutil.copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def replace(path: Path, data: bytes, name: str) -> Path | None:
    """Make these bytes the content of a file, in one step; where what it held is kept, if that was the input `name`.

    Raises:
        UnwrittenError: the place cannot be written.
    """
    backup = None
    if is_input(path, name):
        with _told(path):
            before = path.read_bytes()
        backup = keep_backup(path, before)
    try:
        with replacing(path) as stream:
            stream.write(data)
    except UnwrittenError:
        if backup is not None:
            backup.unlink(missing_ok=True)
        raise
    return backup


def is_input(path: Path, name: str) -> bool:
    """Whether a place to write to is the file that an input was read from."""
    try:
        return name != "-" and path.is_file() and path.samefile(name)
    except OSError:
        return False


def keep_backup(path: Path, data: bytes) -> Path:
    """Write the former content of a file beside it: FILE.bak, or FILE.bak.1 and so on if that is there already.

    Raises:
        UnwrittenError: the place cannot be written.
    """
    with _told(path):
        for number in count():
            backup = path.with_name(f"{path.name}.bak.{number}" if number else f"{path.name}.bak")
            try:
                stream = backup.open("xb")
            except FileExistsError:
                continue
            with stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            shutil.copymode(path, backup)
            return backup
    raise AssertionError("the numbers never end")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise UnwrittenError(f"cannot write {path}: {reason(fault)}") from None
