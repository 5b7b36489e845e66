from typing import Any

import pytest

from sendable import Ledger, Target, check, repair
from sendable.prefix.bound import RULE, sentence_of
from sendable.wire.build import assistant, request, text, thinking, tool_use, user

Json = dict[str, Any]

FIRST = request(user("Hi"), model="claude-opus-5-5", system="a")
ANSWER = assistant(thinking(signature="UlJS"), text("Hello."))
EDITED = {**FIRST, "system": "b", "messages": [*FIRST["messages"], ANSWER, user("And?")]}
# The call of the first turn gets a result, so that the thinking behind it stands behind another history.
OPEN = request(user("Hi"), assistant(tool_use()), user("So?"), ANSWER, user("And?"), model="claude-opus-5-5")


def ledger() -> Ledger:
    made = Ledger()
    made.record(FIRST, ANSWER)
    return made


@pytest.mark.parametrize("max_loss", ["keeps", "demotes"])
def test_thinking_that_must_stay_and_fails_remains(max_loss: str) -> None:
    known = ledger()
    repaired = repair(EDITED, max_loss=max_loss, ledger=known)
    left = check(repaired.request, ledger=known)
    assert [finding.rule for finding in left] == [RULE]
    assert repaired.remaining == left
    assert not repaired.accepted
    assert repaired.cost["thinking"] == {"kept": 0, "lost": 1}
    assert repaired.before == left


def test_thinking_that_may_go_does_not_remain() -> None:
    repaired = repair(EDITED, ledger=ledger())
    assert (repaired.remaining, [finding.rule for finding in repaired.before]) == ([], [RULE])


@pytest.mark.parametrize("betas", [None, []])
def test_so_does_what_the_repair_itself_made_stale(betas: list[str] | None) -> None:
    repaired = repair(OPEN, Target(betas=betas), max_loss="keeps")
    assert [(finding.rule, finding.path) for finding in repaired.remaining] == [(RULE, "messages.3.content.0")]
    assert sentence_of("messages") in repaired.remaining[0].message
    assert repaired.cost["thinking"] == {"kept": 0, "lost": 1}


def test_what_nothing_else_is_left_of_remains() -> None:
    alone = {**FIRST, "system": "b", "messages": [assistant(thinking(signature="UlJS"), text("Hello."))]}
    known = Ledger()
    known.record({**FIRST, "messages": []}, alone["messages"][0])
    repaired = repair({**alone, "messages": [assistant(thinking(signature="UlJS"))]}, Target(betas=[]), ledger=known)
    assert RULE in [finding.rule for finding in repaired.remaining]


@pytest.mark.parametrize("changed", [{"system": "b"}, {"tools": [{"name": "w", "input_schema": {"type": "object"}}]}])
def test_what_the_api_told_is_told_once(changed: Json) -> None:
    told = f"messages.1.content.0: The block is bound to a different conversation. {sentence_of('system')}"
    repaired = repair({**EDITED, **changed}, ledger=ledger(), max_loss="keeps", told=told)
    assert [finding.rule for finding in repaired.remaining] == [RULE]


@pytest.mark.parametrize("target", [Target(enforces_prefix=False), Target(model="claude-sonnet-4-5")])
def test_targets_that_do_not_check_refuse_nothing(target: Target) -> None:
    assert RULE not in [finding.rule for finding in repair(OPEN, target, max_loss="keeps").remaining]


OLD = Target(enforces_prefix=False)


def asking(behaviour: str) -> Json:
    return {"thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": behaviour}}}


def test_an_old_account_that_asks_for_the_check_is_refused() -> None:
    repaired = repair({**OPEN, **asking("error")}, OLD, max_loss="keeps")
    assert [(finding.rule, finding.path) for finding in repaired.remaining] == [(RULE, "messages.3.content.0")]
    assert repaired.cost["thinking"] == {"kept": 0, "lost": 1}


def test_and_lets_what_fails_go() -> None:
    repaired = repair({**OPEN, **asking("error")}, OLD)
    assert (repaired.remaining, repaired.request["thinking"]) == ([], asking("drop_block")["thinking"])
    assert repaired.cost["thinking"] == {"kept": 0, "lost": 1}


def test_what_is_dropped_on_demand_is_counted_and_not_refused() -> None:
    repaired = repair({**OPEN, **asking("drop_block")}, OLD, max_loss="keeps")
    assert (repaired.remaining, repaired.request["thinking"]) == ([], asking("drop_block")["thinking"])
    assert repaired.cost["thinking"] == {"kept": 0, "lost": 1}


def test_a_setting_that_has_to_go_asks_for_nothing() -> None:
    repaired = repair({**OPEN, **asking("error")}, Target(enforces_prefix=False, betas=[]))
    assert "block_binding" not in repaired.request["thinking"]
    assert repaired.cost["thinking"] == {"kept": 1, "lost": 0}
