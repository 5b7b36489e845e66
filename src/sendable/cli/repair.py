"""`sendable repair`: make the API accept it, and tell what that changed."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, BinaryIO, NamedTuple

import click
import msgspec

from sendable.cli.command import Command, formats_agree
from sendable.cli.destination import Destination, destination
from sendable.cli.fields import Joined, joined, load_fields, parted
from sendable.cli.guard import guarded
from sendable.cli.histories import REQUEST, Given, given, read_inputs, tell_lost
from sendable.cli.inputs import named
from sendable.cli.lines import Line
from sendable.cli.output import UnwrittenError, page_for, replacing, show, stdout, write_record
from sendable.cli.tally import Tally
from sendable.cli.targeting import Targeting, target_options
from sendable.contract.catalog import catalog
from sendable.contract.check import model_notes
from sendable.errors import UnreadableError, UsageError
from sendable.repair.repair import Repaired
from sendable.repair.repair import repair as mend
from sendable.report.encode import request_bytes
from sendable.report.records import repair_record, unreadable_record
from sendable.sources.write_back import write_back, writer_of

ACCEPTED, FINDINGS, UNREADABLE = 0, 1, 2


class Mended(NamedTuple):
    """What a repair made of one input.

    Attributes:
        held: the input, with the fields around it.
        repaired: the outcome; its request is in the shape of the input.
        fields: fields of `--with` that were changed and have no place in the input.
        given: the input as it was read; None for a line.
    """

    held: Joined
    repaired: Repaired
    fields: dict[str, Any]
    given: Given | None = None

    @property
    def changed(self) -> bool:
        """Whether the request differs from the input."""
        return self.repaired.request is not self.held.given.whole

    def record(self, **head: Any) -> dict[str, Any]:
        """The outcome as JSON."""
        told = self.given.record() if self.given is not None else {}
        notes = model_notes(self.held.target.for_request(self.held.source.request))
        more: dict[str, Any] = {"notes": [one.as_json() for one in notes]} if notes else {}
        more |= {"fields": self.fields} if self.fields else {}
        return repair_record(self.repaired, **head) | more | told

    def written(self, data: bytes) -> bytes:
        """The request as bytes; for a request that needed no change those that it was read from."""
        if self.given is not None and self.given.form is not None:
            return request_bytes(self.repaired.request, b"\n")
        request = self.repaired.request
        whole = request if self.given is None else self.given.whole(request)
        return request_bytes(whole, data) if self.changed else data


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
    **target: Any,
) -> None:
    """Change a request as little as possible so that the API accepts it, and tell each change.

    Without -o and --in-place the repaired request goes to standard output and the report to standard error; a request
    that is accepted as it is comes out byte for byte. An -o that is FILE itself keeps what it held as FILE.bak. With
    --format json, and for several files on standard output, each outcome is one JSON object with the request in it.
    With --jsonl each line is answered by such an object.

    The history of a framework is made a request first. With --write-back it is repaired in its own form as well, what
    needs no change byte for byte, so that the application that keeps it can go on; renamed ids stay out of it.

    Exit status: 0 accepted after the repair, 1 findings remain, 2 unreadable, usage, or an output that cannot be
    written; the other files are repaired all the same.

    \b
    Examples:
      sendable repair request.json -o repaired.json
      sendable repair --in-place --max-loss demotes request.json
      sendable repair --format json request.json | jq .changes
      sendable repair --jsonl requests.jsonl -o repaired.jsonl
      sendable repair --from claude-code --write-back mended.jsonl session.jsonl
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
    run = _Run(Reading(targeting, form, load_fields(fields)), allowed, goal)
    if lines:
        status = run.lines(names, lines)
    elif layout == "json" or (layout is None and goal.is_stdout and len(names) > 1):
        status = run.json(names)
    elif goal.is_stdout and len(names) > 1:
        raise UsageError("several requests on standard output are told as JSON: leave out --format, or use -o FOLDER")
    else:
        status = run.text(names)
    ctx.exit(status)


class Reading(NamedTuple):
    """How inputs are read: where they go, what they are stored in, and the fields around them."""

    targeting: Targeting
    form: str | None
    fields: dict[str, Any] | None


class _Run:
    """One call of the command; each method reports in one layout and gives the exit status."""

    def __init__(self, reading: Reading, allowed: dict[str, Any], destination: Destination) -> None:
        self.reading = reading
        self.allowed = allowed
        self.destination = destination

    def text(self, names: tuple[str, ...]) -> int:
        return max(map(self._text, names))

    def _text(self, name: str) -> int:
        from sendable.report.text import notes_report, repair_report, unreadable_report, unwritten_report
        from sendable.wire.index import Index

        aside = self.destination.fills_stdout
        try:
            data, mended = self._mended(name)
        except UnreadableError as fault:
            page = page_for(err=True)
            unreadable_report(page, name, str(fault))
            show(page, err=True)
            return UNREADABLE
        page = page_for(err=aside)
        source = mended.held.source
        target = mended.held.target.for_request(source.request)
        repair_report(page, name, Index(source), target, mended.repaired)
        notes_report(page, model_notes(target))
        for field in mended.fields:
            page.paragraph(f"`{field}` of --with changed too: --format json holds it under `fields`", "warn")
        tell_lost(page, mended.given.lost if mended.given is not None else ())
        status = FINDINGS if mended.repaired.remaining else ACCEPTED
        wrong = page_for(err=True)
        try:
            for written in self._write(name, data, mended):
                page.paragraph(written, "soft", indent=2)
        except UnwrittenError as fault:
            unwritten_report(wrong, str(fault))
            status = UNREADABLE
        show(page, err=aside)
        show(wrong, err=True)
        return status

    def json(self, names: tuple[str, ...]) -> int:
        out = stdout()
        status = ACCEPTED
        for name in names:
            try:
                data, mended = self._mended(name)
            except UnreadableError as fault:
                write_record(out, unreadable_record(str(fault), input=name))
                status = UNREADABLE
                continue
            record = mended.record(**({"input": name} if len(names) > 1 else {}))
            status = max(status, FINDINGS if mended.repaired.remaining else ACCEPTED)
            try:
                if not self.destination.fills_stdout:
                    self._write(name, data, mended)
            except UnwrittenError as fault:
                record["error"] = str(fault)
                status = UNREADABLE
            write_record(out, record)
        out.flush()
        return status

    def _write(self, name: str, data: bytes, mended: Mended) -> list[str]:
        """Write what the options ask for; what was written, for the report."""
        told = []
        if self.destination.back is not None and mended.given is not None:
            form = mended.given.form or REQUEST
            history = write_back(mended.given.stored, mended.held.given.whole, mended.repaired, form)
            told.append(self.destination.write_history(name, data, history))
        told.append(self.destination.write(name, data, mended.written(data)))
        return [one for one in told if one]

    def lines(self, names: tuple[str, ...], by_line: set[str]) -> int:
        tally = Tally()
        with ExitStack() as held:
            out: BinaryIO = stdout()
            if self.destination.out is not None:
                out = held.enter_context(replacing(self.destination.out))
            status = ACCEPTED
            for name in names:
                head = {"input": name} if len(names) > 1 else {}
                for record in self._records(name, head, name in by_line):
                    write_record(out, record)
                    status = max(status, _status_of(record))
                    tally.count(_word_for(record))
            out.flush()
        tally.tell()
        return status

    def _records(self, name: str, head: dict[str, Any], by_lines: bool) -> Iterator[dict[str, Any]]:
        try:
            if not by_lines:
                yield self._mended(name)[1].record(**head)
                return
            for line, told in read_inputs(name, *self.reading):
                yield {**head, "id": line.id, **self._answer(line, None if told else self.reading.fields), **told}
        except UnreadableError as fault:
            yield unreadable_record(str(fault), input=name)

    def _answer(self, line: Line, fields: dict[str, Any] | None) -> dict[str, Any]:
        source = line.source
        if source is None:
            return unreadable_record(line.error)
        try:
            return guarded(lambda: self._settled(joined(source, line.target, fields)).record())
        except UnreadableError as fault:
            return unreadable_record(str(fault))

    def _mended(self, name: str) -> tuple[bytes, Mended]:
        targeting, form, fields = self.reading

        def work() -> tuple[bytes, Mended]:
            read = given(name, form, targeting, fields)
            return read.data, self._settled(read.held)._replace(given=read)

        return guarded(work)

    def _settled(self, held: Joined) -> Mended:
        repaired = mend(held.source, held.target, **self.allowed)
        request, fields = parted(held, repaired.request)
        return Mended(held, msgspec.structs.replace(repaired, request=request), fields)


def _word_for(record: dict[str, Any]) -> str:
    if record.get("verdict") == "unreadable":
        return "unreadable"
    if record["verdict_after"] == "rejected":
        return "rejected"
    return "repaired" if record["changes"] else "accepted"


def _status_of(record: dict[str, Any]) -> int:
    if record.get("verdict") == "unreadable":
        return UNREADABLE
    return FINDINGS if record["verdict_after"] == "rejected" else ACCEPTED
