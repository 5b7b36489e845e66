from typing import Any

from sendable.contract.check import check, notes
from sendable.repair.repair import repair
from sendable.report.page import Page
from sendable.report.text import check_report, repair_report, unreadable_report
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, tool, tool_use, user
from sendable.wire.index import Index

MANY = [message for n in range(60) for message in (user("go on"), assistant(text("secret"), tool_use(f"toolu_{n}")))]


def checked(body: Any, width: int = 80) -> list[str]:
    page = Page(width)
    index = Index(body)
    check_report(page, "a.json", index, Target(model="claude-sonnet-4-5"), check(index), notes(index))
    return page.lines


def repaired(body: Any) -> list[str]:
    page = Page(80)
    repair_report(page, "a.json", Index(body), Target(model="claude-sonnet-4-5"), repair(body))
    return page.lines


def test_report_fits_the_width_and_holds_no_content() -> None:
    body = request(*MANY, user("secret"), tools=[tool()])
    for lines in (checked(body, 60), repaired(body)):
        assert max(map(len, lines)) <= 80
        assert "secret" not in "\n".join(lines)


def test_many_findings_and_changes_are_counted() -> None:
    body = request(*MANY, user("x"), tools=[tool()])
    assert any("36 more findings: 36 × tool-use-without-result" in line for line in checked(body))
    assert any("and 57 more like it" in line for line in repaired(body))


def test_closing_line_tells_the_verdict() -> None:
    assert checked(request(user("x")))[-1] == "  ✓ accepted"
    assert any(line.startswith("  ✗ rejected  1 finding") for line in checked(request(user("x"), max_tokens=-1)))
    assert repaired(request(user("x"))) == ["✓ accepted  a.json  nothing to repair"]


def test_unreadable_input_is_told_in_a_line() -> None:
    page = Page(80)
    unreadable_report(page, "a.json", "not JSON")
    assert page.lines == ["✗ unreadable  a.json: not JSON"]
