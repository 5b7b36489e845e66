"""What holds for every rule of the catalogue."""

import pytest

from sendable.contract.catalog import catalog, rules_for_text
from sendable.contract.check import check
from sendable.contract.rule import Rule

RULES = list(catalog().values())


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


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_page_has_a_law_a_reason_and_dated_evidence(rule: Rule) -> None:
    law, _, body = rule.doc.partition("\n")
    assert law.endswith(".")
    assert body.strip()
    assert rule.evidence
    assert all(len(piece.on) >= 7 and piece.on[:2] == "20" for piece in rule.evidence)
