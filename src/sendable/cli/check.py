"""`sendable check`: would the API accept it?"""

from collections.abc import Iterator, Mapping
from typing import Any

import click
import msgspec

from sendable.cli.command import Command, formats_agree
from sendable.cli.costs import Costs, advice_record
from sendable.cli.fields import joined, load_fields
from sendable.cli.guard import guarded
from sendable.cli.histories import Given, given, read_inputs, tell_lost
from sendable.cli.inputs import named
from sendable.cli.lines import Line
from sendable.cli.memory import Memory, ledger_option
from sendable.cli.output import page_for, show, stdout, write_record
from sendable.cli.tally import Tally
from sendable.cli.targeting import Targeting, target_options
from sendable.contract.catalog import catalog
from sendable.contract.check import check as find
from sendable.contract.check import notes as note
from sendable.contract.finding import Finding, Note
from sendable.errors import UnreadableError, UsageError
from sendable.reporting.records import check_record, unreadable_record
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.read import Source

ACCEPTED, FINDINGS, UNREADABLE = 0, 1, 2


class Checked(msgspec.Struct, frozen=True):
    """What was found in one input."""

    name: str
    given: Given
    index: Index
    target: Target
    findings: list[Finding]
    notes: list[Note]


@click.command(cls=Command)
@click.argument("files", nargs=-1, metavar="[FILE...|-]")
@target_options
@click.option(
    "--format", "layout", type=click.Choice(("text", "json", "sarif")), help="How to answer; text if not said."
)
@ledger_option
@click.option("--costs", is_flag=True, help="Advise on the prompt cache too; that leaves the verdict alone.")
@click.option("--jsonl", is_flag=True, help="Each line of the input is a request; so it is in a FILE named .jsonl.")
@click.pass_context
def check(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    layout: str | None,
    costs: bool,
    jsonl: bool,
    form: str | None,
    fields: str | None,
    ledger: str | None,
    **target: Any,
) -> None:
    """Say whether the API would accept a request, and what it would answer.

    FILE holds a Messages request, a bare array of messages, {"id", "request", "target"}, a Batches line, or the history
    of a framework; without FILE, or for -, standard input is read. With --jsonl each line is such a request, and each
    is answered by a line of JSON.

    With --costs it also tells what the prompt cache costs without need: breakpoints that stand where they find
    nothing, text that changes between requests of one conversation, entries that live too short or too long.

    With --ledger it foresees which thinking the API refuses for what precedes it, as far as the ledger knows how that
    was made. A line or a file with a "response" beside its "request" tells it more.

    Exit status: 0 accepted, 1 findings, 2 unreadable, usage, or an output that cannot be written.

    \b
    Examples:
      sendable check request.json
      sendable check --model claude-opus-4-8 --platform bedrock request.json
      sendable check --with fields.json --format json messages.json
      sendable check --from claude-code session.jsonl
      sendable check --ledger thinking.sqlite request.json
      zcat requests.jsonl.gz | sendable check --jsonl - > answers.jsonl
    """
    catalog()  # a rule that cannot be imported is no fault of an input
    names = named(files)
    targeting = Targeting(**target)
    lines = formats_agree(names, jsonl, form, layout, targeting.loading)
    if costs and layout == "sarif":
        raise UsageError("--costs is told as text or JSON: SARIF has findings alone")
    run = _Run(targeting, form, load_fields(fields), many=len(names) > 1, costs=costs, memory=Memory(ledger))
    if layout == "sarif":
        status = run.sarif(names)
    elif layout == "json" or lines:
        status = run.json(names, lines)
    else:
        status = run.text(names)
    ctx.exit(status)


class _Run:
    """One call of the command; each method answers in one layout and gives the exit status."""

    def __init__(
        self,
        targeting: Targeting,
        form: str | None,
        fields: dict[str, Any] | None,
        *,
        many: bool,
        costs: bool,
        memory: Memory,
    ) -> None:
        self.memory = memory
        self.targeting = targeting
        self.form = form
        self.fields = fields
        self.many = many
        self.costs = Costs() if costs else None

    def text(self, names: tuple[str, ...]) -> int:
        from sendable.reporting.advice_text import advice_report
        from sendable.reporting.text import check_report, unreadable_report

        status = ACCEPTED
        for at, name in enumerate(names):
            page = page_for()
            if at:
                page.line()
            try:
                held = self._checked(name)
            except UnreadableError as fault:
                page = page_for(err=True)
                unreadable_report(page, name, str(fault))
                show(page, err=True)
                status = UNREADABLE
                continue
            check_report(page, name, held.index, held.target, held.findings, held.notes)
            tell_lost(page, held.given.lost)
            if self.costs is not None:
                advice_report(page, self.costs.of_one(held.index, held.target))
            show(page)
            status = max(status, FINDINGS if held.findings else ACCEPTED)
        return status

    def json(self, names: tuple[str, ...], lines: set[str]) -> int:
        out = stdout()
        tally = Tally()
        status = ACCEPTED
        for name in names:
            answers = self._lines(name) if name in lines else self._whole(name)
            for record in answers:
                write_record(out, record)
                tally.count(record["verdict"])
                if record["verdict"] != "accepted":
                    status = max(status, FINDINGS if record["verdict"] == "rejected" else UNREADABLE)
        out.flush()
        tally.tell()
        return status

    def sarif(self, names: tuple[str, ...]) -> int:
        from sendable.reporting.sarif import Judged, sarif_log

        done: list[Judged] = []
        unread: list[tuple[str, str]] = []
        for name in names:
            try:
                held = self._checked(name)
                done.append(Judged(name, held.given.places, held.findings))
            except UnreadableError as fault:
                unread.append((name, str(fault)))
        out = stdout()
        write_record(out, sarif_log(done, unread))
        out.flush()
        return UNREADABLE if unread else FINDINGS if any(held.findings for held in done) else ACCEPTED

    def _checked(self, name: str) -> Checked:
        return guarded(lambda: self._judged(name))

    def _judged(self, name: str) -> Checked:
        read = given(name, self.form, self.targeting, self.fields)
        held = read.held
        index = Index(held.source)
        target = held.target.for_request(index.request)
        findings = self._findings(index, target, read.around or {})
        return Checked(name, read, index, target, findings, note(index, target))

    def _findings(self, index: Index, target: Target, around: Mapping[str, Any]) -> list[Finding]:
        found = find(index, target)
        if self.memory.ledger is None:
            return found
        found += self.memory.ledger.foresee(index, target)
        self.memory.hear(index.source, around.get("response"), target)
        return found

    def _whole(self, name: str) -> Iterator[dict[str, Any]]:
        try:
            held = self._checked(name)
        except UnreadableError as fault:
            yield unreadable_record(str(fault), input=name)
        else:
            told = {} if self.costs is None else advice_record(self.costs.of_one(held.index, held.target))
            yield check_record(held.findings, held.notes, input=name) | held.given.record() | told

    def _lines(self, name: str) -> Iterator[dict[str, Any]]:
        head = {"input": name} if self.many else {}
        try:
            for line, told in read_inputs(name, self.targeting, self.form, self.fields):
                if line.source is None:
                    yield unreadable_record(line.error, **head, id=line.id)
                else:
                    yield {
                        **head,
                        "id": line.id,
                        **self._answer(line, line.source, None if told else self.fields),
                        **told,
                    }
        except UnreadableError as fault:
            yield unreadable_record(str(fault), input=name)

    def _answer(self, line: Line, source: Source, fields: dict[str, Any] | None) -> dict[str, Any]:
        def work() -> dict[str, Any]:
            held = joined(source, line.target, fields)
            index = Index(held.source)
            record = check_record(self._findings(index, held.target, line.around), note(index, held.target))
            if not record["notes"]:
                del record["notes"]
            if self.costs is not None:
                record |= advice_record(self.costs.of_line(line, fields, index, held.target))
            return record

        try:
            return guarded(work)
        except UnreadableError as fault:
            return unreadable_record(str(fault))
