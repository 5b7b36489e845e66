from sendable.contract.catalog import catalog
from sendable.report.page import Page
from sendable.report.rule_table import rules_table


def test_every_rule_has_a_row_with_its_grade() -> None:
    page = Page(70)
    rules_table(page, catalog().values())
    rows = [line.split() for line in page.lines if line.split() and line.split()[-1] in ("recorded", "documented")]
    assert rows
    assert page.lines[-1].startswith(f"{len(catalog())} rules") or page.lines[-2].startswith(f"{len(catalog())} rules")
    assert max(map(len, page.lines)) <= 70 + 40
