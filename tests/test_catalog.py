"""What holds for every rule of the catalogue."""

import pytest

from sendable.contract.catalog import catalog, laws, rules_for_text
from sendable.contract.check import check
from sendable.contract.evidence import documented
from sendable.contract.rule import UNSHOWN, Law, Phase, Rule, unshown

RULES = list(catalog().values())
LAWS = list(laws().values())
OF_NO_REQUEST = [law for law in LAWS if law.shown_by]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_breaks_is_refused_by_this_rule_and_no_other(rule: Rule) -> None:
    found = {finding.rule for finding in check(rule.breaks.request, rule.breaks.target)}
    assert rule.id in found
    assert found - {rule.id} == set(rule.implies) & found
    assert set(rule.implies) <= found


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_spares_is_accepted(rule: Rule) -> None:
    assert check(rule.spares.request, rule.spares.target) == []


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_message_leads_back_to_the_rule(rule: Rule) -> None:
    finding = next(f for f in check(rule.breaks.request, rule.breaks.target) if f.rule == rule.id)
    assert "{" not in finding.message.replace("{n}", "") or "}" in finding.message
    assert rule in rules_for_text(finding.message)


@pytest.mark.parametrize("rule", LAWS, ids=lambda rule: rule.id)
def test_page_has_a_law_a_reason_and_dated_evidence(rule: Law) -> None:
    law, _, body = rule.doc.partition("\n")
    assert law.endswith(".")
    assert body.strip()
    assert rule.evidence
    assert all(len(piece.on) >= 7 and piece.on[:2] == "20" for piece in rule.evidence)


def test_a_law_is_shown_by_one_request_and_judged_or_neither() -> None:
    assert {law.id for law in LAWS} - {rule.id for rule in RULES} == {law.id for law in OF_NO_REQUEST}
    assert all(not rule.shown_by for rule in RULES)
    assert OF_NO_REQUEST


@pytest.mark.parametrize("law", OF_NO_REQUEST, ids=lambda law: law.id)
def test_wordings_that_no_request_shows_lead_back_first_of_all(law: Law) -> None:
    for template in law.templates:
        assert rules_for_text(template.format(path="messages.3.content.0"))[0] is law


def test_a_law_that_no_request_shows_is_named_after_its_module() -> None:
    try:
        made = unshown(
            "sendable.contract.rules.text.made_here",
            "A law.\n\nIts reason.",
            phase=Phase.CONTENT,
            message="No.",
            shown_by="a test",
            evidence=[documented("here", "2026-11")],
        )
        assert (made.id, made.family, made.law, made.shown_by) == ("made-here", "text", "A law.", "a test")
        assert UNSHOWN["made-here"] is made
    finally:
        UNSHOWN.pop("made-here", None)
