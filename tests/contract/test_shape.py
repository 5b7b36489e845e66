from sendable.contract.catalog import catalog
from sendable.contract.shape import CLAIMS, claimed, faults_of
from sendable.wire.build import assistant, request, text, thinking, tool_use, user
from sendable.wire.index import Index
from sendable.wire.schema import schema


def test_the_walk_is_done_once_for_an_index() -> None:
    index = Index(request(user("Hi"), temperature="hot"))
    assert faults_of(index) is faults_of(index)
    assert claimed(index, "field-types") is claimed(index, "field-types")


def test_each_fault_has_one_owner() -> None:
    catalog()
    broken = [text("x", signature="y"), tool_use("a b"), thinking(cache_control={"type": "ephemeral"})]
    index = Index(request(user("Hi"), assistant(*broken), temperature="hot"))
    owned = [fault for rule in catalog() for fault in claimed(index, rule)]
    assert len(owned) == len(faults_of(index)) == 4
    assert {rule for rule in catalog() if claimed(index, rule)} == {
        "cache-on-thinking",
        "field-types",
        "tool-use-id-pattern",
        "unknown-nested-field",
    }


def test_claims_are_of_rules_and_fields_that_exist() -> None:
    for (kind, owner, field), rule in CLAIMS.items():
        assert rule in catalog()
        assert owner in ("*", "", *schema().objects), rule
        fields = schema().request if owner == "" else schema().objects.get(owner, {})
        assert kind == "extra" or "*" in (owner, field) or field in fields, rule


def test_messages_that_are_no_array_are_one_fault() -> None:
    assert [fault.path for fault in faults_of(Index({"messages": "Hi"}))] == [("messages",)]


def test_what_is_new_belongs_to_no_rule() -> None:
    index = Index(request(user("Hi"), brand_new=1))
    assert [fault.kind for fault in faults_of(index)] == ["new"]
    assert all(claimed(index, rule) == [] for rule in catalog())
