"""`sendable rules`: the catalogue."""

import click

from sendable.cli.command import Command
from sendable.cli.output import page_for, show, stdout
from sendable.contract.catalog import laws
from sendable.errors import UsageError
from sendable.reporting.encode import encoded
from sendable.reporting.rule_page import rule_record
from sendable.reporting.rule_table import rules_table


@click.command(cls=Command)
@click.option("--family", metavar="F", help="Only the rules of that family.")
@click.option("--format", "layout", type=click.Choice(("text", "json")), default="text", help="How to answer.")
def rules(family: str | None, layout: str) -> None:
    """List the rules, family by family.

    \b
    Examples:
      sendable rules
      sendable rules --family pairing
      sendable rules --format json | jq -r '.[].rule'
    """
    chosen = [rule for rule in laws().values() if family in (None, rule.family)]
    if not chosen:
        families = sorted({rule.family for rule in laws().values()})
        raise UsageError(f"unknown family {family!r}: one of {', '.join(families)}")
    if layout == "json":
        out = stdout()
        out.write(encoded([rule_record(rule) for rule in chosen]) + b"\n")
        out.flush()
        return
    page = page_for()
    rules_table(page, chosen)
    show(page)
