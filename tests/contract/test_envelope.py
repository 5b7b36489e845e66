import pytest

from sendable.contract.envelope import COUNT_TOKENS_FIELDS, FIELD_BETAS, PLATFORM_LACKS, refused_fields, taken
from sendable.targets import PLATFORMS, Target
from sendable.wire.index import Index
from sendable.wire.schema import schema


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_platform_is_described(platform: str) -> None:
    assert taken("messages", Target(platform))
    assert platform in PLATFORM_LACKS


def test_fields_of_the_tables_exist() -> None:
    known = {*schema().request, "anthropic_beta", "anthropic_version"}
    assert set(FIELD_BETAS) <= known
    assert known >= COUNT_TOKENS_FIELDS
    assert all(
        beta in schema().betas or beta == "structured-outputs-2025-12-15" for b in FIELD_BETAS.values() for beta in b
    )


@pytest.mark.parametrize("name", ["brand_new", "n", "parallel_tool_calls"])
def test_a_name_that_nobody_knows_is_taken(name: str) -> None:
    assert taken(name, Target())


@pytest.mark.parametrize("name", ["betas", "extra_headers", "usage", "stop_reason", "id", "anthropic_version"])
def test_what_belongs_elsewhere_is_not(name: str) -> None:
    assert not taken(name, Target())


@pytest.mark.parametrize("platform", ["bedrock", "vertex"])
def test_clouds_take_the_version_and_the_betas_in_the_body(platform: str) -> None:
    assert taken("anthropic_version", Target(platform))
    assert taken("anthropic_beta", Target(platform))


def test_a_field_without_its_beta_is_refused_only_where_the_betas_are_known() -> None:
    assert taken("context_management", Target())
    assert not taken("context_management", Target(betas=()))
    assert taken("context_management", Target(betas=("compact-2026-01-12",)))


def test_a_body_for_bedrock_names_its_betas_itself() -> None:
    target = Target("bedrock", endpoint="invoke")
    assert not taken("context_management", target)
    assert taken("context_management", target.for_request({"anthropic_beta": ["context-management-2025-06-27"]}))


def test_the_newer_integration_of_bedrock_is_told_its_betas_in_a_header() -> None:
    body = {"model": "anthropic.claude-opus-4-8", "messages": [], "context_management": {"edits": []}}
    assert not list(refused_fields(Index(body), Target("bedrock")))
    assert list(refused_fields(Index(body), Target("bedrock", betas=()))) == ["context_management"]
    assert list(refused_fields(Index(body), Target("bedrock", endpoint="invoke"))) == ["context_management"]


def test_refused_fields_come_in_the_order_of_the_body() -> None:
    body = {"usage": {}, "messages": [], "id": "msg_1"}
    assert list(refused_fields(Index(body), Target())) == ["usage", "id"]


@pytest.mark.parametrize("name", ["max_tokens", "stream", "temperature", "metadata"])
def test_what_shapes_an_answer_is_not_counted(name: str) -> None:
    assert not taken(name, Target(endpoint="count_tokens"))
    assert taken(name, Target())
