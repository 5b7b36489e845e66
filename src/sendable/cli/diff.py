"""`sendable diff`: does a request extend the one before it, and what does it cost where it does not?"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import click

from sendable.cli.command import Command
from sendable.cli.fields import load_fields
from sendable.cli.guard import guarded
from sendable.cli.histories import given
from sendable.cli.inputs import STDIN, holds_lines
from sendable.cli.logs import Conversations, Logged, kept, read_log
from sendable.cli.output import page_for, show, stdout, write_record
from sendable.cli.targeting import Targeting, target_options
from sendable.errors import UnreadableError, UsageError
from sendable.prefix.compare import compared
from sendable.prefix.comparison import Comparison
from sendable.prefix.thoughts import of_content
from sendable.reporting.records import unreadable_record
from sendable.targets import Target

SAFE, STALE, UNREADABLE = 0, 1, 2
NOTHING = "nothing to compare: no request follows another one"


class Pair(NamedTuple):
    """Two requests that follow each other, or one that is no request.

    Attributes:
        earlier, later: what they are called.
        session: number of their conversation, from 1; 0 when nobody asked for conversations.
        target: where the later one goes.
        comparison: the outcome; None when one is unreadable.
        error: why it is.
        at: which of the two is unreadable, of two files.
    """

    earlier: Any
    later: Any
    session: int
    target: Target
    comparison: Comparison | None
    error: str = ""
    at: str | None = None

    @property
    def status(self) -> int:
        """The exit status that it alone would give."""
        if self.comparison is None:
            return UNREADABLE
        return SAFE if self.comparison.verdict == "safe" else STALE


@click.command(cls=Command)
@click.argument("files", nargs=-1, metavar="EARLIER LATER | LOG.jsonl|-")
@target_options
@click.option("--all", "every", is_flag=True, help="Name every difference, not only the first.")
@click.option("--session", is_flag=True, help="LOG holds several conversations: group its lines into them first.")
@click.option("--format", "layout", type=click.Choice(("text", "json")), default="text", help="How to answer.")
@click.pass_context
def diff(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    every: bool,
    session: bool,
    layout: str,
    form: str | None,
    fields: str | None,
    **target: Any,
) -> None:
    """Say whether a request extends the one before it, as the API compares them, and what each difference costs.

    EARLIER and LATER hold a request each. A LOG holds consecutive requests, one a line, such as a proxy writes: each
    line is a request, or {"request", "response"}, and is compared with the line before it; with --session with the one
    before it in its conversation. Told are the first difference, the thinking blocks that go stale, and from where on
    the prompt cache restarts.

    Exit status: 0 nothing goes stale, 1 something does or may, 2 unreadable, usage, or an output that cannot
    be written.

    \b
    Examples:
      sendable diff before.json after.json
      sendable diff --all --format json before.json after.json
      sendable diff proxy.jsonl
      sendable diff --session mixed.jsonl
    """
    work = _Work(Targeting(**target), form, load_fields(fields), every)
    if len(files) == 2:
        if session:
            raise UsageError("--session goes with one LOG of requests")
        pairs: Iterator[Pair] = iter([work.two(*files)])
    elif len(files) == 1:
        if not (session or files[0] == STDIN or holds_lines(files[0], jsonl=False)):
            raise UsageError("name two requests, or one log of requests (.jsonl, or - for standard input)")
        pairs = work.grouped(files[0]) if session else work.consecutive(files[0])
    else:
        raise UsageError("name two requests, or one log of requests")
    ctx.exit(_json(pairs) if layout == "json" else _text(pairs))


class _Work:
    """What all comparisons of one call share."""

    def __init__(self, targeting: Targeting, form: str | None, fields: dict[str, Any] | None, every: bool) -> None:
        self.targeting = targeting
        self.form = form
        self.fields = fields
        self.every = every

    def two(self, earlier: str, later: str) -> Pair:
        """Compare two files."""
        sides = []
        for name in (earlier, later):
            try:
                read = guarded(lambda name=name: given(name, self.form, self.targeting, self.fields))  # type: ignore[misc]
            except UnreadableError as fault:
                return Pair(earlier, later, 0, self.targeting.default, None, str(fault), name)
            side = kept(name, read.held, read.around or {})
            if side.request is None:
                return Pair(earlier, later, 0, side.target, None, side.error, name)
            sides.append(side)
        return self._compared(sides[0], sides[1], 0)

    def consecutive(self, name: str) -> Iterator[Pair]:
        """Compare each line with the one before it."""
        last: Logged | None = None
        for line in self._log(name):
            if line.request is None:
                yield Pair(None, line.id, 0, line.target, None, line.error)
                continue
            if last is not None:
                yield self._compared(last, line, 0)
            last = line

    def grouped(self, name: str) -> Iterator[Pair]:
        """Compare each line with the one before it in its conversation."""
        conversations = Conversations()
        for line in self._log(name):
            if line.request is None:
                yield Pair(None, line.id, 0, line.target, None, line.error)
                continue
            session, before = conversations.seat(line)
            if before is not None:
                yield self._compared(before, line, session)

    def _log(self, name: str) -> Iterator[Logged]:
        try:
            yield from read_log(name, self.targeting, self.fields)
        except UnreadableError as fault:
            yield Logged(name, None, self.targeting.default, error=str(fault))

    def _compared(self, earlier: Logged, later: Logged, session: int) -> Pair:
        target = later.target.for_request(later.request or {})
        answer = None if earlier.answer is None else of_content(earlier.answer, 0)
        try:
            found = guarded(
                lambda: compared(
                    earlier.request or {}, later.request or {}, later.target, every=self.every, answer=answer
                )
            )
        except UnreadableError as fault:
            return Pair(earlier.id, later.id, session, target, None, str(fault))
        return Pair(earlier.id, later.id, session, target, found)


def _json(pairs: Iterator[Pair]) -> int:
    out = stdout()
    status = SAFE
    compared = 0
    for pair in pairs:
        head: dict[str, Any] = {"earlier": pair.earlier, "later": pair.later}
        if pair.session:
            head["session"] = pair.session
        at = {} if pair.at is None else {"input": pair.at}
        told = unreadable_record(pair.error, **at) if pair.comparison is None else pair.comparison.as_json()
        write_record(out, {**head, **told})
        status = max(status, pair.status)
        compared += 1
    out.flush()
    if not compared:
        click.echo(NOTHING, err=True)
    return status


def _text(pairs: Iterator[Pair]) -> int:
    from sendable.reporting.diff_text import diff_report
    from sendable.reporting.text import unreadable_report

    status = SAFE
    safe = told = 0
    for pair in pairs:
        status = max(status, pair.status)
        page = page_for(err=pair.comparison is None)
        if told and pair.comparison is not None:
            page.line()
        if pair.comparison is None:
            unreadable_report(page, str(pair.later if pair.at is None else pair.at), pair.error)
            show(page, err=True)
        elif not _is_quiet(pair):
            diff_report(page, _name(pair), pair.comparison, pair.target)
            show(page)
            told += 1
        else:
            safe += 1
    if not (safe or told or status):
        click.echo(NOTHING, err=True)
    if safe:
        page = page_for()
        if told:
            page.line()
        what = "1 request extends" if safe == 1 else f"{safe} requests extend"
        page.line(f"  {page.paint('✓ safe', 'good')}  {what} the one before")
        show(page)
    return status


def _is_quiet(pair: Pair) -> bool:
    found = pair.comparison
    return found is not None and not found.differences and not found.unread and found.verdict == "safe"


def _name(pair: Pair) -> str:
    conversation = f"  (conversation {pair.session})" if pair.session else ""
    return f"{pair.earlier} → {pair.later}{conversation}"
