from sendable.contract.catalog import laws
from sendable.reporting.page import Page
from sendable.reporting.rule_table import rules_table


def test_every_rule_has_a_row_with_its_grade() -> None:
    page = Page(70)
    rules_table(page, laws().values())
    rows = [line.split() for line in page.lines if line.split() and line.split()[-1] in ("recorded", "documented")]
    assert rows
    assert page.lines[-1].startswith(f"{len(laws())} rules") or page.lines[-2].startswith(f"{len(laws())} rules")
    assert max(map(len, page.lines)) <= 70 + 40


def test_what_no_request_shows_is_marked() -> None:
    page = Page(70)
    rules_table(page, laws().values())
    marked = {line.split()[1] for line in page.lines if "one request does not show it" in line}
    assert marked == {law.id for law in laws().values() if law.shown_by}
