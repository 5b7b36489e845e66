from sendable.contract.catalog import laws
from tests.cli.running import answers, run


def test_table_names_every_rule() -> None:
    told = run("rules").stdout
    assert all(rule in told for rule in laws())


def test_json_holds_every_rule_of_a_family() -> None:
    (told,) = answers(run("rules", "--format", "json", "--family", "pairing"))
    assert {rule["rule"] for rule in told} == {rule.id for rule in laws().values() if rule.family == "pairing"}
    assert all(rule["law"] and rule["evidence"] for rule in told)


def test_unknown_family_names_the_families() -> None:
    result = run("rules", "--family", "none")
    assert result.exit_code == 2
    assert "pairing" in result.stderr
