import copy
import json

import pytest

from sendable import Loss, Target, UnreadableError, UsageError, check, repair
from sendable.wire.build import assistant, image, native_call, request, text, thinking, tool_result, tool_use, user

CLEAN = request(user("Hi"), assistant("Hello."), user("And?"))
OPEN = request(user("Hi"), assistant(tool_use()), user("And?"))


def test_accepted_request_comes_back_as_the_same_object() -> None:
    repaired = repair(CLEAN)
    assert repaired.request is CLEAN
    assert (repaired.changes, repaired.remaining, repaired.betas, repaired.ids, repaired.before) == ([], [], [], {}, [])
    assert repaired.accepted


def test_what_was_found_before_stays_known() -> None:
    repaired = repair(OPEN)
    assert [finding.rule for finding in repaired.before] == ["tool-use-without-result"]
    assert repaired.accepted
    assert check(repaired.request) == []


def test_input_is_not_mutated() -> None:
    before = copy.deepcopy(OPEN)
    repair(OPEN)
    assert before == OPEN


@pytest.mark.parametrize("form", [json.dumps, lambda held: json.dumps(held).encode()])
def test_text_and_bytes_are_read(form: object) -> None:
    assert callable(form)
    assert repair(form(OPEN)).request == repair(OPEN).request
    assert repair(form(CLEAN)).request == CLEAN


def test_outcome_has_the_shape_of_the_input() -> None:
    whole = repair(OPEN).request["messages"]
    assert repair(OPEN["messages"]).request == whole
    line = {"custom_id": "a", "params": OPEN}
    assert repair(line).request == {"custom_id": "a", "params": {**OPEN, "messages": whole}}
    clean_line = {"custom_id": "a", "params": CLEAN}
    assert repair(clean_line).request is clean_line


def test_paths_speak_of_the_request_as_it_was_given() -> None:
    asked = request(
        user("Hi"),
        assistant(text(""), text("Hello.")),
        assistant(native_call()),
        user("Next."),
        assistant(tool_use()),
        user(image(data=""), text("And?")),
    )
    repaired = repair(asked)
    paths = {change.by: change.path for change in repaired.changes}
    assert paths["drop_blank_text"] == "messages.1.content.0"
    assert paths["drop_unpaired_native_calls"] == "messages.2"
    assert paths["answer_missing_results"] == "messages.4.content.0"
    assert [(finding.rule, finding.path) for finding in repaired.remaining] == [("image-empty", "messages.5.content.0")]
    assert not repaired.accepted


def test_caller_sets_what_a_change_may_cost() -> None:
    asked = request(user("Hi"), assistant("Hello."), user(tool_result(), text("And?")))
    assert repair(asked, max_loss="drops").accepted
    assert {change.loss for change in repair(asked, max_loss=Loss.DEMOTES).changes} == {Loss.DEMOTES}
    kept = repair(asked, max_loss="keeps")
    assert kept.request is asked
    assert [finding.rule for finding in kept.remaining] == ["tool-result-orphan"]


def test_caller_forbids_what_nobody_said() -> None:
    repaired = repair(OPEN, invent=False)
    assert repaired.request is OPEN
    assert [finding.rule for finding in repaired.remaining] == ["tool-use-without-result"]
    assert [change.invents for change in repair(OPEN).changes] == [True]


def test_unknown_loss_and_no_request_are_refused() -> None:
    with pytest.raises(UsageError, match="keeps, demotes, drops"):
        repair(CLEAN, max_loss="everything")
    with pytest.raises(UnreadableError):
        repair(b"{")


def test_betas_that_the_changes_need_are_named() -> None:
    loop = (
        user("Hi"),
        assistant(thinking(), native_call(), thinking(), tool_use()),
        user(tool_result()),
        user("And?"),
    )
    asked = request(*loop, model="claude-opus-5-5")
    beta = "thinking-binding-controls-2026-08-01"
    assert repair(asked).betas == [beta]
    assert repair(asked, Target(betas=[])).betas == []
    assert repair(asked, Target(betas=[]), add_betas=True).betas == [beta]


def test_changes_are_json() -> None:
    [change] = repair(OPEN).changes
    assert change.as_json() == {
        "pass": "answer_missing_results",
        "rule": "tool-use-without-result",
        "path": "messages.1.content.0",
        "loss": "keeps",
        "invents": True,
        "what": change.what,
        "cost": {"thinking": 0, "cache_from": "messages.2", "bytes": 32, "tokens": 8},
    }
