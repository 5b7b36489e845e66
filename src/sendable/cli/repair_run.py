"""One run of `sendable repair`, in each of its layouts."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from typing import Any, BinaryIO, NamedTuple

import msgspec

from sendable.cli.destination import Destination
from sendable.cli.fields import Joined, joined, parted
from sendable.cli.guard import guarded
from sendable.cli.histories import REQUEST, Given, given, read_inputs, tell_lost
from sendable.cli.lines import Line
from sendable.cli.memory import Memory
from sendable.cli.output import UnwrittenError, page_for, replacing, show, stdout, write_record
from sendable.cli.tally import Tally
from sendable.cli.targeting import Targeting
from sendable.contract.check import model_notes
from sendable.errors import UnreadableError
from sendable.repair.repair import Repaired, repair
from sendable.reporting.encode import request_bytes
from sendable.reporting.records import repair_record, unreadable_record
from sendable.sources.write_back import write_back

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


class Reading(NamedTuple):
    """How inputs are read: where they go, what they are stored in, and the fields around them."""

    targeting: Targeting
    form: str | None
    fields: dict[str, Any] | None


class Run:
    """One call of the command; each method reports in one layout and gives the exit status."""

    def __init__(self, reading: Reading, allowed: dict[str, Any], destination: Destination, memory: Memory) -> None:
        self.reading = reading
        self.allowed = allowed
        self.destination = destination
        self.memory = memory

    def text(self, names: tuple[str, ...]) -> int:
        """Report for a person."""
        return max(map(self._text, names))

    def _text(self, name: str) -> int:
        from sendable.reporting.text import notes_report, repair_report, unreadable_report, unwritten_report
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
        """Answer each input by an object with its request."""
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
                if self.destination.fills_stdout:
                    self.memory.save()
                else:
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
        self.memory.save()
        return [one for one in told if one]

    def lines(self, names: tuple[str, ...], by_line: set[str]) -> int:
        """Answer each line by an object with its request."""
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
        self.memory.save()
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
            return guarded(lambda: self._settled(joined(source, line.target, fields), line.around).record())
        except UnreadableError as fault:
            return unreadable_record(str(fault))

    def _mended(self, name: str) -> tuple[bytes, Mended]:
        targeting, form, fields = self.reading

        def work() -> tuple[bytes, Mended]:
            read = given(name, form, targeting, fields)
            return read.data, self._settled(read.held, read.around or {})._replace(given=read)

        return guarded(work)

    def _settled(self, held: Joined, around: Mapping[str, Any]) -> Mended:
        state = self.memory.state_for(held.source)
        repaired = repair(held.source, held.target, **self.allowed, state=state, ledger=self.memory.ledger)
        self.memory.keep(held.source, repaired)
        self.memory.hear(held.source, around.get("response"), held.target)
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
