"""The command `sendable`; each command is imported when it is asked for."""

import importlib
import sys
from typing import Any

import click

COMMANDS = ("check", "repair", "render", "convert", "diff", "explain", "rules", "emulate")

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
    """


def main(argv: list[str] | None = None) -> None:
    """Run the command and exit; on Ctrl-C without a traceback."""
    try:
        status = int(cli.main(argv, prog_name="sendable", standalone_mode=False) or 0)
    except click.ClickException as fault:
        fault.show()
        status = USAGE
    except (click.Abort, KeyboardInterrupt):
        status = INTERRUPTED
    sys.exit(status)
