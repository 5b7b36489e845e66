"""`sendable repair`: make the API accept it, and tell what that changed."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import click
import msgspec

from sendable.cli.command import Command, formats_agree
from sendable.cli.fields import Joined, joined, load_fields, parted
from sendable.cli.guard import guarded
from sendable.cli.inputs import STDIN, holds_lines, named, read_lines, read_whole
from sendable.cli.lines import read_line
from sendable.cli.output import keep_backup, page_for, replacing, show, stdout, write_record
from sendable.cli.tally import Tally
from sendable.cli.targeting import Targeting, target_options
from sendable.contract.catalog import catalog
from sendable.errors import UnreadableError, UsageError
from sendable.repair.repair import Repaired
from sendable.repair.repair import repair as mend
from sendable.report.encode import request_bytes
from sendable.report.records import repair_record, unreadable_record
from sendable.targets import Target
from sendable.wire.read import Source, read

ACCEPTED, FINDINGS, UNREADABLE = 0, 1, 2


class Mended(NamedTuple):
    """What a repair made of one input.

    Attributes:
        held: the input, with the fields around it.
        repaired: the outcome; its request is in the shape of the input.
        fields: fields of `--with` that were changed and have no place in the input.
    """

    held: Joined
    repaired: Repaired
    fields: dict[str, Any]

    @property
    def changed(self) -> bool:
        """Whether the request differs from the input."""
        return self.repaired.request is not self.held.given.whole

    def record(self, **head: Any) -> dict[str, Any]:
        """The outcome as JSON."""
        return repair_record(self.repaired, **head) | ({"fields": self.fields} if self.fields else {})


class Destination(NamedTuple):
    """Where repaired requests go: a file or folder, back into their own files, or standard output."""

    out: Path | None
    in_place: bool

    @property
    def is_stdout(self) -> bool:
        """Whether the requests are written to standard output."""
        return self.out is None and not self.in_place

    def write(self, name: str, before: bytes, after: bytes) -> str:
        """Write one request; what was written, for the report."""
        if self.in_place:
            if after == before:
                return ""
            path = Path(name)
            backup = keep_backup(path, before)
            with replacing(path) as stream:
                stream.write(after)
            return f"wrote {name}, kept {backup}"
        if self.out is None:
            out = stdout()
            out.write(after)
            out.flush()
            return ""
        path = self.out / Path(name).name if self.out.is_dir() else self.out
        with replacing(path) as stream:
            stream.write(after)
        return f"wrote {path}"


@click.command(cls=Command)
@click.argument("files", nargs=-1, metavar="[FILE...|-]")
@click.option("-o", "--output", metavar="OUT", help="Write the repaired request there; a folder for several files.")
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
    layout: str | None,
    jsonl: bool,
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
    that is accepted as it is comes out byte for byte. With --format json, and for several files on standard output,
    each outcome is one JSON object with the request in it. With --jsonl each line is answered by such an object.

    Exit status: 0 accepted after the repair, 1 findings remain, 2 unreadable or usage.

    \b
    Examples:
      sendable repair request.json -o repaired.json
      sendable repair --in-place --max-loss demotes request.json
      sendable repair --format json request.json | jq .changes
      sendable repair --jsonl requests.jsonl -o repaired.jsonl
    """
    catalog()  # a rule that cannot be imported is no fault of an input
    names = named(files)
    lines = formats_agree(names, jsonl, layout)
    destination = _destination(names, output, in_place, lines)
    allowed = {
        "max_loss": max_loss,
        "invent": not no_invent,
        "keep_orphans": keep_orphans,
        "keep_tool_search": keep_tool_search,
        "add_betas": add_betas,
    }
    run = _Run(Targeting(**target), load_fields(fields), allowed, destination)
    if lines:
        status = run.lines(names, jsonl)
    elif layout == "json" or (layout is None and destination.is_stdout and len(names) > 1):
        status = run.json(names)
    else:
        status = run.text(names)
    ctx.exit(status)


def _destination(names: tuple[str, ...], output: str | None, in_place: bool, lines: bool) -> Destination:
    out = None if output in (None, STDIN) else Path(str(output))
    if in_place and output is not None:
        raise UsageError("either -o or --in-place")
    if in_place and STDIN in names:
        raise UsageError("standard input has no place to write back to: use -o")
    if in_place and lines:
        raise UsageError("lines of requests are answered by lines of outcomes: use -o instead of --in-place")
    if len(names) > 1 and out is not None and not lines and not out.is_dir():
        raise UsageError(f"{out} is no folder: several requests need one, or --in-place, or --format json")
    if out is not None and out.is_dir() and len({Path(name).name for name in names}) < len(names):
        raise UsageError(f"two of the files would get the same name in {out}")
    return Destination(out, in_place)


class _Run:
    """One call of the command; each method reports in one layout and gives the exit status."""

    def __init__(
        self,
        targeting: Targeting,
        fields: dict[str, Any] | None,
        allowed: dict[str, Any],
        destination: Destination,
    ) -> None:
        self.targeting = targeting
        self.fields = fields
        self.allowed = allowed
        self.destination = destination

    def text(self, names: tuple[str, ...]) -> int:
        from sendable.report.text import repair_report, unreadable_report
        from sendable.wire.index import Index

        aside = self.destination.is_stdout
        status = ACCEPTED
        for name in names:
            try:
                data, mended = self._mended(name)
            except UnreadableError as fault:
                page = page_for(err=True)
                unreadable_report(page, name, str(fault))
                show(page, err=True)
                status = UNREADABLE
                continue
            page = page_for(err=aside)
            source, target = mended.held.source, mended.held.target
            repair_report(page, name, Index(source), target.for_request(source.request), mended.repaired)
            for field in mended.fields:
                page.paragraph(f"`{field}` of --with changed too: --format json holds it under `fields`", "warn")
            written = self.destination.write(name, data, _after(data, mended))
            if written:
                page.paragraph(written, "soft", indent=2)
            show(page, err=aside)
            status = max(status, FINDINGS if mended.repaired.remaining else ACCEPTED)
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
            if not self.destination.is_stdout:
                self.destination.write(name, data, _after(data, mended))
            write_record(out, mended.record(**({"input": name} if len(names) > 1 else {})))
            status = max(status, FINDINGS if mended.repaired.remaining else ACCEPTED)
        out.flush()
        return status

    def lines(self, names: tuple[str, ...], jsonl: bool) -> int:
        tally = Tally()
        with ExitStack() as held:
            out: BinaryIO = stdout()
            if self.destination.out is not None:
                out = held.enter_context(replacing(self.destination.out))
            status = ACCEPTED
            for name in names:
                head = {"input": name} if len(names) > 1 else {}
                for record in self._records(name, head, holds_lines(name, jsonl)):
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
            for number, text in read_lines(name):
                line = read_line(text, number, self.targeting)
                yield {**head, "id": line.id, **self._answer(line.source, line.target, line.error)}
        except UnreadableError as fault:
            yield unreadable_record(str(fault), input=name)

    def _answer(self, source: Source | None, target: Target, error: str) -> dict[str, Any]:
        if source is None:
            return unreadable_record(error)
        try:
            return guarded(lambda: self._repaired(source, target).record())
        except UnreadableError as fault:
            return unreadable_record(str(fault))

    def _mended(self, name: str) -> tuple[bytes, Mended]:
        data = read_whole(name)
        return data, guarded(lambda: self._repaired(read(data), self.targeting.default))

    def _repaired(self, source: Source, target: Target) -> Mended:
        held = joined(source, target, self.fields)
        repaired = mend(held.source, held.target, **self.allowed)
        request, fields = parted(held, repaired.request)
        return Mended(held, msgspec.structs.replace(repaired, request=request), fields)


def _after(data: bytes, mended: Mended) -> bytes:
    return request_bytes(mended.repaired.request, data) if mended.changed else data


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
