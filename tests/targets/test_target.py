from typing import Any

import pytest

from sendable.errors import UsageError
from sendable.targets import ENDPOINTS, PLATFORMS, Target


def test_defaults_are_the_direct_api_with_unknown_betas() -> None:
    target = Target()
    assert (target.platform, target.model, target.betas, target.endpoint) == ("api", None, None, "messages")
    assert target.enforces_prefix
    assert target.facts is None


@pytest.mark.parametrize("field", ["platform", "endpoint"])
def test_unknown_names_are_refused_with_what_there_is(field: str) -> None:
    with pytest.raises(UsageError, match="one of") as caught:
        Target(**{field: "moon"})  # type: ignore[arg-type]
    assert all(name in str(caught.value) for name in (PLATFORMS if field == "platform" else ENDPOINTS))


def test_unknown_betas_lack_nothing() -> None:
    assert not Target().lacks("any-beta")
    assert Target(betas=[]).lacks("any-beta")
    assert Target(betas=["x"]).lacks("y", "z")
    assert not Target(betas=["x"]).lacks("x", "y")


def test_model_of_the_request_is_taken_where_none_is_named() -> None:
    asked = {"model": "claude-opus-5-5"}
    assert Target().for_request(asked).model == "claude-opus-5-5"
    assert Target(model="claude-haiku-4-5").for_request(asked).model == "claude-haiku-4-5"


def test_target_that_learns_nothing_stays_the_same_object() -> None:
    target = Target(model="claude-haiku-4-5")
    assert target.for_request({"model": "claude-opus-5-5"}) is target
    assert Target().for_request({}) == Target()


@pytest.mark.parametrize("model", [None, 5, ["claude-opus-5-5"], {}, "", " "])
def test_model_that_is_no_string_is_passed_over(model: object) -> None:
    assert Target().for_request({"model": model}).facts is None


def test_betas_in_a_bedrock_body_are_added() -> None:
    body = {"anthropic_beta": ["b", 3]}
    assert Target("bedrock").for_request(body).betas == frozenset({"b"})
    assert Target("bedrock", betas=["a"]).for_request(body).betas == frozenset({"a", "b"})
    assert Target("bedrock").for_request({"anthropic_beta": "b"}).betas is None


def test_equal_targets_are_one_key() -> None:
    assert Target(betas=["a", "b"]) == Target(betas=("b", "a"))
    assert len({Target(betas=["a", "b"]), Target(betas=["b", "a"]), Target(), Target("vertex")}) == 3
    assert Target() != "api"


@pytest.mark.parametrize(
    ("platform", "cloud"), [("api", False), ("foundry", False), ("bedrock", True), ("vertex", True)]
)
def test_clouds(platform: str, cloud: bool) -> None:
    assert Target(platform).is_cloud is cloud


def test_repr_shows_what_matters() -> None:
    assert repr(Target("vertex", betas=["b", "a"])) == (
        "Target('vertex', model=None, betas=['a', 'b'], endpoint='messages')"
    )


@pytest.mark.parametrize(
    "fields",
    [{"model": 5}, {"betas": "x"}, {"betas": 5}, {"betas": [5]}, {"platform": None}, {"enforces_prefix": "no"}],
)
def test_value_of_a_wrong_type_is_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        Target(**fields)


def test_target_of_a_call_is_a_target_or_nothing() -> None:
    assert Target.of(None) == Target()
    assert Target.of(given := Target("vertex")) is given
    with pytest.raises(UsageError, match="not str"):
        Target.of("api")  # type: ignore[arg-type]


@pytest.mark.parametrize("model", ["", " "])
def test_a_blank_model_is_no_name(model: str) -> None:
    with pytest.raises(UsageError, match="blank"):
        Target(model=model)
