"""`sendable render`: the request of a stored history, unrepaired."""

from typing import Any

import click

from sendable.cli.command import Command
from sendable.cli.fields import load_fields
from sendable.cli.guard import guarded
from sendable.cli.histories import conversation_of, rendered, tell_lost
from sendable.cli.inputs import named_one
from sendable.cli.output import page_for, show, write_value
from sendable.cli.targeting import Targeting, target_options
from sendable.conversation import Lost
from sendable.render import Style, left_out


@click.command(cls=Command)
@click.argument("file", required=False, metavar="[FILE|-]")
@click.option("-o", "--output", metavar="OUT", help="Write the request there instead of to standard output.")
@target_options
@click.option(
    "--text-results",
    type=click.Choice(("stored", "string", "blocks")),
    default="stored",
    show_default=True,
    help="How a tool result of text alone is written: as it was stored, as one string, or as text blocks.",
)
@click.option(
    "--thinking",
    type=click.Choice(("drop", "text")),
    default="drop",
    show_default=True,
    help="What becomes of thinking that cannot be sent back: of another provider, or unsigned.",
)
@click.option(
    "--native",
    type=click.Choice(("text", "drop")),
    default="text",
    show_default=True,
    help="What becomes of native calls of another provider.",
)
@click.option("--compact/--indent", default=False, help="One line, or two spaces a level; indented if not said.")
def render(
    file: str | None, output: str | None, form: str | None, fields: str | None, compact: bool, **more: Any
) -> None:
    """Print the request of a stored history, as it is: nothing is repaired.

    What the history held and a request cannot goes to standard error.

    Exit status: 0 written, 2 unreadable, usage, content that has no form in a request, or an output that cannot be
    written.

    \b
    Examples:
      sendable render --from openai-chat --model claude-sonnet-4-5 chat.json
      sendable render --from claude-code --with fields.json --compact session.jsonl
    """
    name = named_one(file)
    style = Style(**{choice: more.pop(choice) for choice in ("text_results", "thinking", "native")})
    targeting, around = Targeting(**more), load_fields(fields)

    def work() -> tuple[Any, list[Lost]]:
        conversation = conversation_of(name, form, targeting.loading)
        source, settled = rendered(conversation, targeting.default, around, style)
        return source.whole, [*conversation.lost, *left_out(conversation, settled, style=style)]

    request, lost = guarded(work)
    write_value(output, request, name, compact=compact)
    page = page_for(err=True)
    tell_lost(page, lost)
    show(page, err=True)
