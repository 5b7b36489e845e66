"""Reports for a person: the conversation as a narrow column, each fault under its place, then what was done."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from sendable.contract.catalog import laws
from sendable.contract.finding import Finding, Note
from sendable.repair.change import Change, Loss
from sendable.repair.repair import Repaired
from sendable.reporting.outline import Row, outline, size
from sendable.reporting.page import Page
from sendable.targets import Target
from sendable.wire.index import Index

MOST_FINDINGS = 24
"""Findings shown in place; the others are counted."""
MOST_ALIKE = 3
"""Changes of one kind in a row that are told one by one; the others are counted."""
MOST_TEXT = 1200
"""Characters of a message that are shown."""


def check_report(
    page: Page, name: str, index: Index, target: Target, findings: list[Finding], notes: list[Note]
) -> None:
    """Add what `check` found in one input."""
    _conversation(page, name, index, target, findings)
    if notes:
        page.line()
    notes_report(page, notes)
    page.line()
    if findings:
        first = findings[0]
        page.line(f"  {page.paint('✗ rejected', 'bad')}  {_count(len(findings), 'finding')}")
        page.paragraph(f"The API answers with the first: {first.status} {first.type}.", indent=4)
        if first.rule in laws():
            page.paragraph(f"sendable explain {first.rule}", "name", indent=4)
    else:
        page.line(f"  {page.paint('✓ accepted', 'good')}")


def repair_report(page: Page, name: str, index: Index, target: Target, repaired: Repaired) -> None:
    """Add what `repair` found in one input, what it did, and what remains."""
    if not repaired.before and not repaired.changes:
        page.line(f"{page.paint('✓ accepted', 'good')}  {page.paint(name, 'title')}  nothing to repair")
        return
    _conversation(page, name, index, target, repaired.before)
    page.line()
    _changes(page, repaired.changes)
    if repaired.changes:
        page.line()
    _outcome(page, repaired)


def unreadable_report(page: Page, name: str, error: str) -> None:
    """Add that an input is no request."""
    page.line(page.paint(f"✗ unreadable  {name}: {error}", ""))


def unwritten_report(page: Page, error: str) -> None:
    """Add that an outcome could not be written; the error names the place."""
    page.line(page.paint(f"✗ {error}", ""))


def _conversation(page: Page, name: str, index: Index, target: Target, findings: list[Finding]) -> None:
    page.line(f"  {page.paint(name, 'title')}")
    page.paragraph(" · ".join(_facts(index, target)), "soft")
    page.line()
    shown = findings[:MOST_FINDINGS]
    rows = outline(index, shown)
    digits = max((len(row.label) for row in rows), default=1)
    for row in rows:
        _row(page, row, digits)
    rest = findings[MOST_FINDINGS:]
    if rest:
        kinds = ", ".join(f"{count} × {rule}" for rule, count in Counter(f.rule for f in rest).most_common(5))
        page.paragraph(f"… {_count(len(rest), 'more finding')}: {kinds}", "warn", indent=4 + digits)


def _facts(index: Index, target: Target) -> Iterable[str]:
    yield _count(len(index.messages), "message")
    if index.source.size is not None:
        yield f"{size(index.source.size)}B" if index.source.size >= 1000 else f"{index.source.size} B"
    yield f"{target.model or 'model unknown'} on {target.platform}"
    if target.endpoint != "messages":
        yield target.endpoint


def _row(page: Page, row: Row, digits: int) -> None:
    if row.skipped:
        page.line(" " * (4 + digits - 1) + page.paint(f"… {row.skipped} messages", "soft"))
        return
    mark = page.paint("✗", "bad") if row.findings else " "
    parts = [(f"✗ {part.text}" if part.faulty else part.text, "bad" if part.faulty else "") for part in row.parts]
    start = len(page.lines)
    page.row(f"    {row.label:>{digits}}  {row.role:<10} ", parts)
    page.lines[start] = f"  {mark} {page.lines[start][4:]}"
    for finding in row.findings:
        _finding(page, finding, 4 + digits + 2)


def _finding(page: Page, finding: Finding, indent: int) -> None:
    bar = page.paint("│ ", "bad")
    where = page.paint(f"{finding.path}  " if finding.path else "", "soft")
    page.line(" " * indent + bar + where + page.paint(finding.rule, "name"))
    text = finding.message if len(finding.message) <= MOST_TEXT else f"{finding.message[:MOST_TEXT]}…"
    page.paragraph(text, indent=indent, first="│ ", rest="│ ")


def _changes(page: Page, changes: list[Change]) -> None:
    alike: list[Change] = []
    for change in changes:
        if alike and _kind(change) != _kind(alike[-1]):
            _told(page, alike)
            alike = []
        alike.append(change)
    _told(page, alike)


def _kind(change: Change) -> tuple[str, str, str]:
    return change.by, change.rule, change.what


def _told(page: Page, changes: list[Change]) -> None:
    rest = len(changes) - MOST_ALIKE
    for change in changes if rest <= 1 else changes[:MOST_ALIKE]:
        look = {Loss.KEEPS: "good", Loss.DEMOTES: "warn", Loss.DROPS: "bad"}[change.loss]
        word = f"{'asks' if change.only_asks else str(change.loss):<8}"
        invents = "invents: " if change.invents else ""
        reason = f" ({change.rule})" if change.rule else ""
        start = len(page.lines)
        text = f"{invents}{change.what}{reason}"
        page.paragraph(text, first=f"{word} {change.path or 'request'}  ", rest=" " * 11)
        page.lines[start] = page.lines[start].replace(word, page.paint(word, look), 1)
    if rest > 1:
        page.paragraph(f"… and {rest} more like it", "soft", indent=11)


def _outcome(page: Page, repaired: Repaired) -> None:
    done = _done(repaired.changes)
    if repaired.accepted:
        page.line(f"  {page.paint('✓ accepted', 'good')}  {done}")
    else:
        remain = f"{_count(len(repaired.remaining), 'finding')} remain{'s' if len(repaired.remaining) == 1 else ''}"
        page.line(f"  {page.paint('✗ rejected', 'bad')}  {remain}, {done}")
        for rule, count in Counter(finding.rule for finding in repaired.remaining).most_common(8):
            first = next(finding for finding in repaired.remaining if finding.rule == rule)
            more = f" and {count - 1} more" if count > 1 else ""
            page.paragraph(f"{first.path or 'request'}{more}: {rule}", "warn", indent=4)
    if repaired.changes:
        page.paragraph(_cost(repaired.cost), indent=4)
    if repaired.betas:
        page.paragraph(", ".join(repaired.betas), indent=4, first="send with beta ")
    if repaired.ids:
        mapped = sum(map(len, repaired.ids.values()))
        page.paragraph(f"{_count(mapped, 'id or name', 'ids and names')} mapped: --format json holds the map", indent=4)


def _cost(cost: dict[str, Any]) -> str:
    """The sum of what the changes cost, in words."""
    kept, lost = cost["thinking"]["kept"], cost["thinking"]["lost"]
    thinking = f"{_count(kept, 'thinking block')} kept, {lost} lost" if kept or lost else "no thinking at stake"
    if cost["cache_from"] is None:
        return f"costs: {thinking}; the prompt cache holds"
    tokens = _count(cost["tokens"], "token")
    return f"costs: {thinking}; the prompt cache restarts at {cost['cache_from']}, about {tokens} from there"


def notes_report(page: Page, notes: list[Note]) -> None:
    """Add what the verdict knows nothing of."""
    for note in notes[:MOST_ALIKE]:
        page.paragraph(f"{note.path}: {note.what}", "soft", first="note  ")
    if len(notes) > MOST_ALIKE:
        page.paragraph(f"… and {len(notes) - MOST_ALIKE} more", "soft", indent=8)


def _done(changes: list[Change]) -> str:
    """What was changed, in numbers. To ask for a beta changes nothing of the request."""
    made = [change for change in changes if not change.only_asks]
    losses = Counter(change.loss for change in made)
    counts = ", ".join(_count(losses[loss], str(loss).removesuffix("s")) for loss in Loss if losses[loss])
    told = [f"{_count(len(made), 'change')} ({counts})"] if made else []
    asked = len(changes) - len(made)
    told += [f"asking for {_count(asked, 'beta')}"] if asked else []
    return f"after {' and '.join(told)}" if told else "nothing could be changed"


def _count(amount: int, one: str, many: str = "") -> str:
    return f"{amount} {one if amount == 1 else many or one + 's'}"
