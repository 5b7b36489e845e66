"""`sendable convert`: a stored history in the neutral form."""

import click
import msgspec

from sendable.cli.command import Command
from sendable.cli.guard import guarded
from sendable.cli.histories import conversation_of, tell_lost
from sendable.cli.inputs import named_one
from sendable.cli.loading import Loading, loading_option
from sendable.cli.output import page_for, show, write_value
from sendable.conversation import dumps
from sendable.sources.load import FORMATS


@click.command(cls=Command)
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("-o", "--output", metavar="OUT", help="Write the conversation there instead of to standard output.")
@click.option(
    "--from",
    "form",
    type=click.Choice(tuple(FORMATS)),
    help="What the input is stored in; found out if not said.",
)
@loading_option
@click.option("--compact/--indent", default=False, help="One line, or two spaces a level; indented if not said.")
def convert(file: str | None, output: str | None, form: str | None, loading: tuple[str, ...], compact: bool) -> None:
    """Write a stored history in the neutral form, which every other command takes as well.

    What the history held and the conversation cannot goes to standard error, and stands in the conversation as `lost`.

    Exit status: 0 written, 2 unreadable, usage, or an output that cannot be written.

    \b
    Examples:
      sendable convert --from claude-code session.jsonl -o conversation.json
      sendable convert messages.json | sendable check -
    """
    name = named_one(file)
    conversation = guarded(lambda: conversation_of(name, form, Loading(loading)))
    write_value(output, msgspec.json.decode(dumps(conversation)), name, compact=compact)
    page = page_for(err=True)
    tell_lost(page, conversation.lost)
    show(page, err=True)
