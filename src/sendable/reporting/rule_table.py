"""The catalogue as a table."""

from collections.abc import Iterable
from itertools import groupby

from sendable.contract.evidence import best
from sendable.contract.rule import Law
from sendable.reporting.page import Page
from sendable.reporting.rule_page import passes_of


def rules_table(page: Page, rules: Iterable[Law]) -> None:
    """Add the rules, family by family: id, grade of the evidence, whether it is repaired, the law."""
    ordered = sorted(rules, key=lambda rule: (rule.family, rule.id))
    for family, members in groupby(ordered, key=lambda rule: rule.family):
        held = list(members)
        if page.lines:
            page.line()
        page.line(f"{page.paint(family, 'title')}  {page.paint(str(len(held)), 'soft')}")
        for rule in held:
            _row(page, rule)
    repaired = sum(1 for rule in ordered if passes_of(rule))
    page.line()
    page.paragraph(
        f"{len(ordered)} rules, {repaired} of them repaired (✓). sendable explain RULE tells more.", indent=0
    )


def _row(page: Page, rule: Law) -> None:
    sign = page.paint("✓", "good") if passes_of(rule) else " "
    grade = page.paint(best(rule.evidence).grade, "soft")
    beside = page.paint("  one request does not show it", "soft") if rule.shown_by else ""
    page.line(f"  {sign} {page.paint(rule.id, 'name')}  {grade}{beside}")
    page.paragraph(rule.law, indent=6)
