"""The comparison of two requests for a person: each difference under its place, what it does, and the sum."""

from collections.abc import Sequence

from sendable.prefix.comparison import Comparison, Difference, Unread
from sendable.prefix.cost import Restart
from sendable.reporting.outline import size
from sendable.reporting.page import Page
from sendable.targets import Target

MOST_PATHS = 4
MOST_DIFFERENCES = 60


def diff_report(page: Page, name: str, comparison: Comparison, target: Target) -> None:
    """Add how one request follows another."""
    page.line(f"  {page.paint(name, 'title')}")
    page.paragraph(f"{target.model or 'model unknown'} on {target.platform}", "soft")
    shown = comparison.differences[:MOST_DIFFERENCES]
    if shown or comparison.unread:
        page.line()
    for difference in shown:
        _difference(page, difference, comparison)
    for lost in comparison.unread:
        _unread(page, lost)
    hidden = len(comparison.differences) - len(shown) or comparison.count - sum(one.prefix for one in shown)
    if hidden > 0:
        more = "more difference" if hidden == 1 else "more differences"
        advice = "" if len(comparison.differences) > MOST_DIFFERENCES else "; --all names them"
        page.paragraph(f"… {hidden} {more}{advice}", "warn")
    page.line()
    _outcome(page, comparison)


def _difference(page: Page, one: Difference, comparison: Comparison) -> None:
    unsure = one.certainty == "unsure"
    mark, look = ("?", "warn") if unsure else ("✗", "bad") if one.prefix else ("·", "soft")
    where = f"{one.path} of the earlier request" if one.gone else one.path
    page.line(f"  {page.paint(mark, look)} {page.paint(where, 'soft')}  {page.paint(one.kind, 'name')}")
    page.paragraph(one.what, indent=6)
    if one.stale and one.prefix:
        verb = "may make" if unsure or not comparison.stale else "makes"
        page.paragraph(f"{verb} {_blocks(one.stale)} stale: {_listed(one.stale)}", indent=6)
    if one.cache is not None:
        page.paragraph(_restart(one.cache, comparison.caching, unsure), "soft", indent=6)


def _restart(restart: Restart, caching: bool, unsure: bool) -> str:
    verb = "may restart" if unsure else "restarts" if caching else "would restart"
    cost = f"about {size(restart.bytes)} bytes, {size(restart.tokens)} tokens (estimated)"
    tail = f"{cost} are paid again" if caching else f"{cost}; the earlier request has no breakpoint"
    return f"the prompt cache {verb} at {restart.path}: {tail}"


def _unread(page: Page, lost: Unread) -> None:
    page.line(f"  {page.paint('·', 'soft')} {page.paint('model', 'soft')}  {page.paint('thinking-unread', 'name')}")
    if lost.certainty == "changed":
        what = f"{lost.reader} does not read the thinking of {lost.maker}: {_blocks(lost.paths)} left out silently, " \
               "and there again after a switch back"  # fmt: skip
    else:
        what = f"whether {lost.reader} reads the thinking of {lost.maker} is not documented: {_blocks(lost.paths)}"
    page.paragraph(what, indent=6)


def _outcome(page: Page, comparison: Comparison) -> None:
    if comparison.stale:
        does = (
            "the server drops them and all thinking behind them" if comparison.drops else "the API refuses the request"
        )
        page.line(f"  {page.paint('✗ stale', 'bad')}  {_blocks(comparison.stale)}: {does}")
        if comparison.unsure:
            page.paragraph(f"{_blocks(comparison.unsure)} more may go stale", indent=4)
    elif comparison.unsure:
        page.line(f"  {page.paint('? unsure', 'warn')}  {_blocks(comparison.unsure)} may go stale")
        if comparison.checks is None:
            page.paragraph("Nothing says which model it goes to; give --model.", indent=4)
    else:
        page.line(f"  {page.paint('✓ safe', 'good')}  {_safe(comparison)}")


def _safe(comparison: Comparison) -> str:
    if comparison.extends:
        return "the later request extends the earlier one"
    if comparison.checks is False:
        return "nothing goes stale: what precedes thinking is not checked there"
    return "no thinking is bound to what changed"


def _blocks(paths: Sequence[str]) -> str:
    return "1 thinking block" if len(paths) == 1 else f"{len(paths)} thinking blocks"


def _listed(paths: Sequence[str]) -> str:
    if len(paths) <= MOST_PATHS:
        return ", ".join(paths)
    return f"{', '.join(paths[: MOST_PATHS - 1])}, … {paths[-1]}"
