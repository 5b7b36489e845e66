"""The command `sendable`; each command is imported when it is asked for."""

import importlib
import sys
from contextlib import suppress
from typing import Any

import click

from sendable.cli.faults import unwritable
from sendable.cli.streams import BROKEN_PIPE, fill_closed, give_up_output

COMMANDS = ("check", "repair", "render", "convert", "diff", "explain", "rules", "emulate", "serve")

USAGE = 2
INTERRUPTED = 130


class _Lazy(click.Group):
    """A group that imports a command when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        found: Any = getattr(importlib.import_module(f"sendable.cli.{cmd_name}"), cmd_name)
        return found if isinstance(found, click.Command) else None


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="sendable", message="%(prog)s %(version)s")
def cli() -> None:
    """Make stored agent conversations acceptable to the Anthropic Messages API again.

    \b
    Examples:
      sendable check request.json               what would the API answer?
      sendable repair request.json -o sent.json repair it, and tell what that changed
      sendable render --from openai-chat --model claude-sonnet-4-5 chat.json
      sendable diff before.json after.json      does it extend it, and what goes stale?
      sendable explain server-tool-unpaired     a rule: the law, why, an example, its repair
      sendable explain "messages: at least one message is required"
      sendable rules                            the whole catalogue
      sendable emulate                          a local Messages API to test against
      sendable serve --upstream URL             repair every request on its way to the API
    """


def main(argv: list[str] | None = None) -> None:
    """Run the command and exit; without a traceback on Ctrl-C, and where an output is full or closed."""
    fill_closed()
    try:
        status = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:
        status = BROKEN_PIPE
    except OSError as fault:
        # what cannot be told on standard error either is told by the status alone
        with suppress(OSError):
            click.echo(f"Error: {unwritable(fault)}", err=True)
        status = USAGE
    give_up_output()
    sys.exit(status)


def _run(argv: list[str] | None) -> int:
    try:
        return int(cli.main(argv, prog_name="sendable", standalone_mode=False) or 0)
    except click.ClickException as fault:
        fault.show()
        return USAGE
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except SystemExit as gone:
        # click ends so when the reader of a help text is gone
        return BROKEN_PIPE if gone.code == 1 else int(gone.code or 0)
