"""`sendable explain`: what a rule says, or what an error text means."""

import sys

import click

from sendable.cli.command import Command
from sendable.cli.inputs import STDIN, read_whole
from sendable.cli.output import page_for, show, stdout, write_record
from sendable.contract.explain import explain as find
from sendable.errors import UnreadableError, UsageError
from sendable.reporting.rule_page import explanation_record, explanation_report


@click.command(cls=Command)
@click.argument("words", nargs=-1, required=True, metavar='RULE|"ERROR TEXT"|-')
@click.option("--format", "layout", type=click.Choice(("text", "json")), default="text", help="How to answer.")
def explain(words: tuple[str, ...], layout: str) -> None:
    """Tell a rule: the law, why, what the API says, an example, and its repair as a diff.

    The rule is found by its id, or by an error text that the API gave: the bare message, the JSON of the error, or a
    log line that holds either. For - the text is read from standard input.

    \b
    Examples:
      sendable explain tool-result-orphan
      sendable explain "messages: at least one message is required"
      tail -1 app.log | sendable explain -
    """
    told = find(_text(words))
    if layout == "json":
        out = stdout()
        write_record(out, explanation_record(told))
        out.flush()
        return
    page = page_for()
    explanation_report(page, told)
    show(page)


def _text(words: tuple[str, ...]) -> str:
    if words != (STDIN,):
        return " ".join(words)
    if sys.stdin.isatty():
        raise UsageError("standard input is a terminal: pipe an error text into it")
    try:
        return read_whole(STDIN).decode("utf-8", "replace")
    except UnreadableError as fault:
        raise UsageError(str(fault)) from None
