from typing import Any

import msgspec

from sendable import Change, Loss
from sendable.contract.check import check, notes
from sendable.repair.repair import repair
from sendable.reporting.page import Page
from sendable.reporting.text import check_report, repair_report, unreadable_report
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


def test_change_and_what_was_asked_for_are_counted_apart() -> None:
    made = Change("some_pass", "text-empty", "messages.0", Loss.DROPS, "dropped it")
    asked = Change("some_pass", "text-empty", "messages.1", Loss.KEEPS, "asked for the beta that it needs")
    lines = outcome(made)
    assert "  ✓ accepted  after 1 change (1 drop)" in lines
    assert "  ✓ accepted  after 2 changes (2 drops) and asking for 1 beta" in outcome(made, made, asked)
    lines = outcome(asked, asked)
    assert "  ✓ accepted  after asking for 2 betas" in lines
    assert any(line.lstrip().startswith("asks") for line in lines)


def outcome(*changes: Change) -> list[str]:
    body = request(user("x"))
    page = Page(80)
    done = msgspec.structs.replace(repair(body), changes=list(changes))
    repair_report(page, "a.json", Index(body), Target(), done)
    return page.lines


def test_model_that_nobody_knows_is_told() -> None:
    page = Page(80)
    index = Index(request(user("x"), model="gpt-4"))
    check_report(page, "a.json", index, Target(), [], notes(index))
    assert any("nothing is known of this model" in line for line in page.lines)
