"""Advice on the prompt cache for a person."""

from sendable.prefix.advice import Advice
from sendable.reporting.page import Page

MOST = 12


def advice_report(page: Page, advice: list[Advice]) -> None:
    """Add the advice behind a verdict."""
    if not advice:
        return
    page.line()
    for one in advice[:MOST]:
        page.line(
            f"  {page.paint('·', 'soft')} {page.paint(one.path or 'request', 'soft')}  {page.paint(one.kind, 'name')}"
        )
        page.paragraph(one.what, indent=6)
    if len(advice) > MOST:
        page.paragraph(f"… and {len(advice) - MOST} more", "soft", indent=4)
