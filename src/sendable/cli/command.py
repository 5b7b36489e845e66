"""What all commands share: how they fail, and which options go together."""

from typing import Any

import click

from sendable.cli.histories import by_lines
from sendable.cli.loading import Loading
from sendable.cli.streams import BROKEN_PIPE, give_up_output
from sendable.errors import SendableError, UsageError


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
            give_up_output()
            ctx.exit(BROKEN_PIPE)


def formats_agree(
    names: tuple[str, ...], jsonl: bool, form: str | None, layout: str | None, loading: Loading | None = None
) -> set[str]:
    """The inputs that are read by lines, which are always answered by lines of JSON.

    Raises:
        UsageError: another layout was asked for, or one of several conversations was chosen as well.
    """
    if loading is not None and loading.chooses_one:
        if jsonl:
            raise UsageError("--option chooses one conversation, --jsonl takes all of them: leave one of the two out")
        return set()
    lines = {name for name in names if by_lines(name, jsonl, form)}
    if lines and layout not in (None, "json"):
        raise UsageError(f"lines of requests are answered by lines of JSON; --format {layout} does not go with them")
    return lines
