from typing import Any

import pytest

from sendable.contract.sampling import refused_by_model, refused_by_thinking
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

THINKS = {"type": "adaptive"}


def by_model(model: str, **fields: Any) -> list[str]:
    return list(refused_by_model(Index(request(user("Hi"), **fields)), Target(model=model)))


def by_thinking(**fields: Any) -> list[str]:
    return list(refused_by_thinking(Index(request(user("Hi"), **fields))))


@pytest.mark.parametrize("model", ["claude-opus-4-7", "claude-sonnet-5", "claude-fable-5-1", "claude-opus-5-5"])
def test_newer_model_takes_defaults_only(model: str) -> None:
    assert by_model(model, temperature=0, top_p=0.5, top_k=1) == ["temperature", "top_p", "top_k"]
    assert by_model(model, temperature=1.0, top_p=1) == []


@pytest.mark.parametrize("model", ["claude-sonnet-4-6", "claude-haiku-4-5", "claude-3-5-haiku-latest", "gpt-5", None])
def test_older_and_unknown_models_take_all(model: str) -> None:
    assert by_model(model, temperature=0, top_p=0.5, top_k=1) == []


def test_what_thinking_refuses_is_not_named_twice() -> None:
    assert by_model("claude-sonnet-5", thinking=THINKS, temperature=0, top_p=0.97) == ["top_p"]


def test_thinking_leaves_top_p_from_0_95_on() -> None:
    assert by_thinking(thinking=THINKS, temperature=0.5, top_p=0.94, top_k=3) == ["temperature", "top_p", "top_k"]
    assert by_thinking(thinking=THINKS, temperature=1, top_p=0.95) == []


@pytest.mark.parametrize("setting", [{"type": "disabled"}, {"type": "between_tools"}, None, "adaptive", {"type": 7}])
def test_without_thinking_nothing_is_refused_by_it(setting: Any) -> None:
    assert by_thinking(thinking=setting, temperature=0) == []


@pytest.mark.parametrize("value", [None, True, "0.5", [0.5]])
def test_value_that_is_no_number_is_left_to_the_schema(value: Any) -> None:
    assert by_thinking(thinking=THINKS, temperature=value) == []
    assert by_model("claude-opus-5", temperature=value) == []
