"""`sendable repair`: make the API accept it, and tell what that changed."""

from typing import Any

import click

from sendable.cli.command import Command, formats_agree
from sendable.cli.destination import destination
from sendable.cli.fields import load_fields
from sendable.cli.inputs import named
from sendable.cli.memory import Memory, ledger_option
from sendable.cli.repair_run import Reading, Run
from sendable.cli.targeting import Targeting, target_options
from sendable.contract.catalog import catalog
from sendable.errors import UsageError
from sendable.sources.write_back import writer_of


@click.command(cls=Command)
@click.argument("files", nargs=-1, metavar="[FILE...|-]")
@click.option("-o", "--output", metavar="OUT", help="Write the repaired request there; a folder for several files.")
@click.option("--write-back", "back", metavar="OUT", help="Write the repaired history there, in its own form.")
@click.option("--in-place", is_flag=True, help="Write it back into FILE, and keep what was there as FILE.bak.")
@target_options
@click.option(
    "--max-loss",
    type=click.Choice(("keeps", "demotes", "drops")),
    default="drops",
    show_default=True,
    help="The most that a change may cost: nothing; another form, such as a call told as text; a part that goes.",
)
@click.option("--no-invent", is_flag=True, help="Put in nothing that nobody said, such as a result for a lost one.")
@click.option("--keep-orphans", is_flag=True, help="Tell a result without its call as text instead of dropping it.")
@click.option("--keep-tool-search", is_flag=True, help="Leave a tool search that is in flight where it is.")
@click.option("--add-betas", is_flag=True, help="Changes may need betas that --beta does not name.")
@ledger_option
@click.option(
    "--state",
    metavar="FILE",
    help="What the repair of the conversation's last request left there, if it is there; and where this one leaves it.",
)
@click.option("--format", "layout", type=click.Choice(("text", "json")), help="How to report; text if not said.")
@click.option("--jsonl", is_flag=True, help="Each line of the input is a request; so it is in a FILE named .jsonl.")
@click.pass_context
def repair(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    output: str | None,
    in_place: bool,
    back: str | None,
    layout: str | None,
    jsonl: bool,
    form: str | None,
    fields: str | None,
    max_loss: str,
    no_invent: bool,
    keep_orphans: bool,
    keep_tool_search: bool,
    add_betas: bool,
    ledger: str | None,
    state: str | None,
    **target: Any,
) -> None:
    """Change a request as little as possible so that the API accepts it, and tell each change.

    Without -o and --in-place the repaired request goes to standard output and the report to standard error; a request
    that is accepted as it is comes out byte for byte. An -o that is FILE itself keeps what it held as FILE.bak. With
    --format json, and for several files on standard output, each outcome is one JSON object with the request in it.
    With --jsonl each line is answered by such an object.

    The history of a framework is made a request first. With --write-back it is repaired in its own form as well, what
    needs no change byte for byte, so that the application that keeps it can go on; renamed ids stay out of it.

    A conversation that grows stays append-only with --state or --ledger: what was repaired in its earlier requests is
    repeated. With --state the input is one conversation, and so are the lines of --jsonl, one after the other; with
    --ledger each request is known again by what it holds, in any number of conversations. The ledger also knows which
    thinking fails for what precedes it; a line with a "response" tells it more. Nothing is kept of a request that
    still has findings, since it cannot be sent.

    Exit status: 0 accepted after the repair, 1 findings remain, 2 unreadable, usage, or an output that cannot be
    written; the other files are repaired all the same.

    \b
    Examples:
      sendable repair request.json -o repaired.json
      sendable repair --in-place --max-loss demotes request.json
      sendable repair --format json request.json | jq .changes
      sendable repair --jsonl requests.jsonl -o repaired.jsonl
      sendable repair --from claude-code --write-back mended.jsonl session.jsonl
      sendable repair --state turn.state --ledger thinking.sqlite request.json -o sent.json
    """
    catalog()  # a rule that cannot be imported is no fault of an input
    names = named(files)
    targeting = Targeting(**target)
    lines = formats_agree(names, jsonl, form, layout, targeting.loading)
    goal = destination(names, output, in_place, back, bool(lines))
    if back is not None and form is not None:
        writer_of(form)
    allowed = {
        "max_loss": max_loss,
        "invent": not no_invent,
        "keep_orphans": keep_orphans,
        "keep_tool_search": keep_tool_search,
        "add_betas": add_betas,
    }
    if state is not None and len(names) > 1:
        raise UsageError("--state goes with one conversation: name one FILE, or use --ledger")
    run = Run(Reading(targeting, form, load_fields(fields)), allowed, goal, Memory(ledger, state))
    if lines:
        status = run.lines(names, lines)
    elif layout == "json" or (layout is None and goal.is_stdout and len(names) > 1):
        status = run.json(names)
    elif goal.is_stdout and len(names) > 1:
        raise UsageError("several requests on standard output are told as JSON: leave out --format, or use -o FOLDER")
    else:
        status = run.text(names)
    ctx.exit(status)
