"""Read what the command is given: files, standard input, lines of a file."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

import click

from sendable.cli.faults import unreadable
from sendable.errors import UnreadableError, UsageError

STDIN = "-"
_BUFFER = 1 << 20


def named(files: tuple[str, ...]) -> tuple[str, ...]:
    """The inputs to read: those given, else standard input if something is piped into it.

    Raises:
        UsageError: nothing is given, and a person sits at the terminal.
    """
    if files:
        return files
    if sys.stdin.isatty():
        raise UsageError("name a FILE, or - for standard input")
    return (STDIN,)


def named_one(file: str | None) -> str:
    """The one input to read: the one given, else standard input if something is piped into it.

    Raises:
        UsageError: nothing is given, and a person sits at the terminal.
    """
    return named((file,) if file else ())[0]


def holds_lines(name: str, jsonl: bool) -> bool:
    """Whether each line of an input is a request of its own."""
    return jsonl or name.lower().endswith(".jsonl")


def read_whole(name: str) -> bytes:
    """All bytes of an input.

    Raises:
        UnreadableError: there is no such file, or it cannot be read.
    """
    with _opened(name) as stream, _told():
        return stream.read()


def read_lines(name: str) -> Iterator[tuple[int, bytes]]:
    """The lines of an input with their numbers from 1; blank ones are skipped.

    Raises:
        UnreadableError: there is no such file, or it cannot be read.
    """
    with _opened(name) as stream, _told(), _progress(name, stream) as advance:
        for number, line in enumerate(stream, 1):
            if advance is not None:
                advance.update(len(line))
            if not line.isspace():
                yield number, line


def _opened(name: str) -> AbstractContextManager[BinaryIO]:
    if name == STDIN:
        return nullcontext(sys.stdin.buffer)
    with _told():
        return Path(name).open("rb", buffering=_BUFFER)


@contextmanager
def _told() -> Iterator[None]:
    """Faults of the file system in a few words."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as fault:
        if isinstance(fault, UnreadableError):
            raise
        raise UnreadableError(unreadable(fault)) from None


def _progress(name: str, stream: BinaryIO) -> AbstractContextManager["click._termui_impl.ProgressBar[int] | None"]:
    """A progress bar, where it helps: for a large file, a person at stderr, and answers that go elsewhere."""
    if name == STDIN or not sys.stderr.isatty() or sys.stdout.isatty():
        return nullcontext()
    held = os.fstat(stream.fileno())
    if not stat.S_ISREG(held.st_mode) or held.st_size < _BUFFER:
        return nullcontext()
    return click.progressbar(length=held.st_size, label=Path(name).name, file=sys.stderr, update_min_steps=_BUFFER)
