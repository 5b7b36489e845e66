import pytest

from sendable.contract.catalog import catalog, laws
from sendable.contract.explain import explain
from sendable.contract.rule import Law, Rule
from sendable.reporting.page import Page
from sendable.reporting.rule_page import explanation_record, explanation_report, passes_of, remedy, rule_record


def test_page_fits_the_width_but_for_code() -> None:
    page = Page(60)
    explanation_report(page, explain("server-tool-unpaired"))
    until = page.lines.index(next(line for line in page.lines if line.startswith("A request that breaks it")))
    assert max(map(len, page.lines[:until])) <= 60


@pytest.mark.parametrize("rule", catalog().values(), ids=lambda rule: rule.id)
def test_rule_without_a_pass_says_why(rule: Rule) -> None:
    done = remedy(rule)
    page = Page(80)
    explanation_report(page, explain(rule.id))
    if not done.changes and rule.unrepairable:
        assert any("There is none:" in line for line in page.lines)


def test_record_names_passes_and_examples() -> None:
    told = explanation_record(explain("server-tool-unpaired"))
    assert "drop_unpaired_native_calls" in told["passes"]
    assert told["breaks"]["request"]["messages"]
    assert told["repair"]["diff"].startswith("---")
    assert told["found"] is None


def test_record_of_a_rule_has_no_examples() -> None:
    rule = catalog()["tool-result-orphan"]
    assert "breaks" not in rule_record(rule)
    assert rule_record(rule)["passes"] == passes_of(rule)


@pytest.mark.parametrize("law", [law for law in laws().values() if law.shown_by], ids=lambda law: law.id)
def test_page_of_what_no_request_shows_says_what_does(law: Law) -> None:
    page = Page(80)
    explanation_report(page, explain(law.id))
    assert "One request does not show it" in page.lines
    assert f"The repair  {', '.join(passes_of(law))}" in page.lines
    told = explanation_record(explain(law.id))
    assert (told["breaks"], told["spares"], told["repair"], told["shown_by"]) == (None, None, None, law.shown_by)
    assert told["passes"] == passes_of(law)
