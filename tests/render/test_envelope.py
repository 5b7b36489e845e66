from typing import Any

import pytest

from sendable.errors import UsageError
from sendable.render.envelope import all_settings, envelope
from sendable.targets import Target


def test_given_fields_win_and_stored_ones_stay() -> None:
    assert all_settings({"a": 1, "b": 1}, {"b": 2, "c": 2}) == {"a": 1, "b": 2, "c": 2}
    assert all_settings({"a": 1}, None) == {"a": 1}


def test_messages_among_the_fields_are_refused() -> None:
    with pytest.raises(UsageError):
        all_settings({}, {"messages": []})


def test_order_of_the_fields_is_fixed_whatever_that_of_the_settings() -> None:
    settings = {"z": 1, "system": "s", "tools": [], "max_tokens": 5, "model": "m", "a": 1}
    assert list(envelope(settings, Target(), None, None, [])) == [
        *("model", "max_tokens", "tools", "system", "messages"),
        *("z", "a"),
    ]


def test_settings_are_left_as_they_were() -> None:
    settings = {"model": "m", "max_tokens": 5}
    envelope(settings, Target(), None, None, [])
    assert settings == {"model": "m", "max_tokens": 5}


def test_system_and_tools_of_the_settings_go_before_those_of_the_conversation() -> None:
    body = envelope({"system": "given", "tools": None}, Target(), [{"name": "a"}], "stored", [])
    assert (body["system"], body["tools"]) == ("given", None)


@pytest.mark.parametrize("platform", ["bedrock", "vertex"])
def test_clouds_get_a_version_and_no_model(platform: str) -> None:
    body = envelope({"model": "m"}, Target(platform, "m"), None, None, [])
    assert list(body) == ["anthropic_version", "max_tokens", "messages"]
    assert body["anthropic_version"].startswith(f"{platform}-20")


def test_odd_model_of_the_settings_stays_for_the_contract_to_judge() -> None:
    assert envelope({"model": 5}, Target(), None, None, [])["model"] == 5


def test_max_tokens_of_the_settings_stay_where_tokens_are_counted() -> None:
    assert envelope({"max_tokens": 5}, Target(endpoint="count_tokens"), None, None, [])["max_tokens"] == 5


def test_fields_are_a_mapping() -> None:
    odd: Any = 5
    with pytest.raises(UsageError, match="mapping"):
        all_settings({}, odd)
