from typing import Any

import pytest

from sendable.contract.system_runs import (
    blanks,
    is_directive,
    is_empty,
    lacks_follower,
    lacks_lead,
    placed_runs,
    refuses_system,
    says_nothing,
    takes_turn_effort,
)
from sendable.targets import Target
from sendable.wire.blocks import Message
from sendable.wire.build import assistant, native_call, native_result, request, system, text, user
from sendable.wire.index import Index

EFFORT = {"role": "system", "content": [], "output_config": {"effort": "low"}}


def entry(value: Any) -> Message:
    return Index(request(value)).messages[0]


def test_directive_has_an_effort_and_no_content() -> None:
    assert is_directive(entry(EFFORT))
    assert not is_directive(entry({**EFFORT, "content": "a"}))
    assert is_directive(entry({"role": "system", "output_config": {}}))


def test_entry_without_content_or_effort_is_empty() -> None:
    assert is_empty(entry(system("")))
    assert is_empty(entry({"role": "system"}))
    assert not is_empty(entry(EFFORT))


def test_entry_of_blanks_says_nothing() -> None:
    assert says_nothing(entry(system(text(" "), text(""))))
    assert not says_nothing(entry(system(text(" "), "a")))
    assert not says_nothing(entry({"role": "system", "content": [5]}))
    assert [block.position for block in blanks(entry(system(text(" "), "a")))] == [0]


def test_run_with_content_is_placed_and_a_run_of_efforts_is_not() -> None:
    index = Index(request(user("a"), EFFORT, assistant("b"), EFFORT, system("c"), user("d")))
    assert [run.number for run in placed_runs(index)] == [3]


def test_run_leads_behind_a_user_or_a_native_result() -> None:
    index = Index(
        request(
            user("a"),
            system("b"),
            assistant(native_call(), native_result()),
            system("c"),
            assistant("d"),
            system("e"),
            user("f"),
        )
    )
    runs = list(placed_runs(index))
    assert [lacks_lead(index, run) for run in runs] == [False, False, True]
    assert [lacks_follower(index, run) for run in runs] == [False, False, True]


@pytest.mark.parametrize(
    ("model", "platform", "refused"),
    [
        ("claude-opus-4-8", "api", False),
        ("claude-opus-4-8", "foundry", True),
        ("claude-opus-4-7", "api", True),
        ("claude-sonnet-5", "api", False),
        ("someone-else", "api", False),
    ],
)
def test_older_models_and_foundry_refuse_entries(model: str, platform: str, refused: bool) -> None:
    assert refuses_system(Target(platform, model)) is refused


@pytest.mark.parametrize(
    ("model", "platform", "taken"),
    [
        ("claude-opus-5", "api", True),
        ("claude-opus-5", "bedrock", False),
        ("claude-opus-5-5", "bedrock", True),
        ("claude-sonnet-5-5", "bedrock", False),
        ("claude-fable-5", "api", False),
        ("claude-sonnet-5", "api", True),
        ("someone-else", "api", True),
    ],
)
def test_effort_of_a_turn_goes_to_few_models(model: str, platform: str, taken: bool) -> None:
    assert takes_turn_effort(Target(platform, model)) is taken
