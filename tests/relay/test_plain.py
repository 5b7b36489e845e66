import pytest

from sendable import Target, check
from sendable.contract.catalog import catalog
from sendable.contract.finding import Finding
from sendable.contract.rule import Rule
from sendable.prefix.bound import EVIDENCE
from sendable.relay.plain import plain_betas, plain_change, plain_cost, plain_finding, plain_path, wording
from sendable.repair.change import Change, Loss


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.id) for rule in catalog().values()])
def test_each_message_has_its_wording(rule: Rule) -> None:
    found = [finding for finding in check(rule.breaks.request, rule.breaks.target) if finding.rule == rule.id]
    assert found
    assert {wording(finding) for finding in found} <= {*rule.templates}


@pytest.mark.parametrize(
    ("path", "plain"),
    [
        ("messages.3.content.0.source.data", "messages.3.content.0.source.data"),
        ("tools.0.input_schema.properties.Zecret.type", "tools.0.input_schema.properties.*.type"),
        ("Zecret", "*"),
        ("", ""),
    ],
)
def test_of_a_path_the_names_of_the_api_stay(path: str, plain: str) -> None:
    assert plain_path(path) == plain


def test_a_finding_quotes_nothing() -> None:
    body = {"model": "m", "max_tokens": 1, "messages": [{"role": "Zecret", "content": "Hi"}]}
    [finding] = check(body, Target())
    assert "Zecret" in finding.message
    told = plain_finding(finding)
    assert "Zecret" not in str(told)
    assert told["message"] == 'messages: Unexpected role "{role}". Allowed roles are "user" or "assistant"'


def test_what_nobody_knows_is_not_told() -> None:
    assert wording(Finding("refused", "", "Blocked: Zecret", 400, "t", "told by the API")) == ""
    assert wording(Finding("thinking-bound", "", "Zecret", 400, "t", "told by the API")) == ""
    assert wording(Finding("thinking-bound", "", "made here", 400, "t", EVIDENCE)) == "made here"


def test_a_change_and_its_cost_too() -> None:
    cost = {"thinking": 0, "cache_from": "tools.0.Zecret", "bytes": 1, "tokens": 0}
    change = Change("fix", "r", "tools.0.Zecret", Loss.KEEPS, "mended", cost=cost)
    assert "Zecret" not in str(plain_change(change))
    assert plain_cost(None) is None
    assert plain_cost({"cache_from": None}) == {"cache_from": None}
    assert plain_cost({}) == {}


def test_a_beta_is_named_only_where_it_is_the_apis() -> None:
    assert plain_betas(["acme-secret-2026", "token-counting-2024-11-01", "x"]) == ["*", "token-counting-2024-11-01"]
