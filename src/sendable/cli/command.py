"""What all commands share: how they fail, and which options go together."""

import os
import sys
from typing import Any

import click

from sendable.cli.inputs import holds_lines
from sendable.errors import SendableError, UsageError

BROKEN_PIPE = 141
"""Exit status when the reader of a pipe is gone: that of the signal which other programs end by."""


class _Fault(click.ClickException):
    exit_code = 2


class Command(click.Command):
    """A command whose own errors are told like those of its options, and that is quiet when its reader is gone."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run it."""
        try:
            return super().invoke(ctx)
        except SendableError as fault:
            raise _Fault(str(fault)) from None
        except BrokenPipeError:
            # What is still in the buffer has no reader either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(BROKEN_PIPE)


def formats_agree(names: tuple[str, ...], jsonl: bool, layout: str | None) -> bool:
    """Whether an input is read by lines, which are always answered by lines of JSON.

    Raises:
        UsageError: another layout was asked for.
    """
    lines = any(holds_lines(name, jsonl) for name in names)
    if lines and layout not in (None, "json"):
        raise UsageError(f"lines of requests are answered by lines of JSON; --format {layout} does not go with them")
    return lines
