"""Scripts: rules that say which request is answered how. The first rule that fits answers.

A rule has `match`, and `answer` or `answers`: the first of these is for the request in which the user says what
matches, each further one for the next request of the same exchange, in which results of tools come back. A single
answer that calls client tools is for the first of them alone, unless `match` tells turn or step; any other is for all.
"""

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from sendable.emulator.plan import Plan
from sendable.emulator.script_calls import Function, asked, hold_plain, name_of
from sendable.emulator.script_fields import (
    Kind,
    a_function,
    a_list,
    anything,
    fault,
    hold_fields,
    hold_one_of,
    listed,
    named,
    text,
    whole,
    within,
)
from sendable.emulator.script_reading import plan_of
from sendable.emulator.turn import Turn
from sendable.errors import UsageError

_MATCHES: dict[str, Kind] = {
    "text": text, "regex": text, "turn": whole(1), "step": whole(0), "model": text, "when": a_function,
}  # fmt: skip
_PLACED = frozenset({"turn", "step", "when"})
_RULE: dict[str, Kind] = {"match": anything, "answer": anything, "answers": a_list, "times": whole(0)}
_SCRIPT: dict[str, Kind] = {"rules": a_list}


class _Rule(msgspec.Struct):
    fits: Function
    plans: list[Plan]
    by_step: bool
    left: int | None


class Script:
    """Rules, in order.

    Args:
        rules: objects with `match`, `answer` or `answers`, and `times`; or callables, which are given the turn and
            return an answer, or None to leave it to the next rule.
        place: where they stand in the script as it was written.

    Raises:
        UsageError: a rule that cannot be read, with its place.
    """

    def __init__(self, rules: Iterable[Any] = (), place: str = "rules") -> None:
        self._rules = [_read(rule, within(place, at)) for at, rule in enumerate(rules)]

    @classmethod
    def of_answer(cls, answer: Any) -> "Script":
        """A script of one answer, to every request.

        Raises:
            UsageError: it is none, with the place of the fault.
        """
        made = cls()
        made._rules.append(_rule({}, [plan_of(answer)], in_turn=False, times=None))
        return made

    def plan(self, turn: Turn) -> Plan | None:
        """The answer of the first rule that fits and still has one; None when none does.

        Raises:
            UsageError: a function of the script raised, or returned what is no answer.
        """
        for rule in self._rules:
            plan = _taken(rule, turn) if isinstance(rule, _Rule) else _called(rule, turn)
            if plan is not None:
                return plan
        return None


def _called(rule: Function, turn: Turn) -> Plan | None:
    answer = asked(rule, turn)
    try:
        return None if answer is None else plan_of(answer)
    except UsageError as wrong:
        raise UsageError(f"what {name_of(rule)} of the script returned is no answer: {wrong}") from None


def _taken(rule: _Rule, turn: Turn) -> Plan | None:
    at = turn.step if rule.by_step else 0
    if at >= len(rule.plans) or rule.left == 0 or not rule.fits(turn):
        return None
    if rule.left is not None:
        rule.left -= 1
    return rule.plans[at]


def _read(rule: Any, place: str) -> _Rule | Function:
    if callable(rule):
        hold_plain(rule, place)
        return rule  # type: ignore[no-any-return]
    if not isinstance(rule, dict):
        raise fault(place, f"a rule is an object with {listed(_RULE)}, or a function; not {named(rule)}")
    hold_fields(rule, _RULE, place)
    hold_one_of(rule, ("answer", "answers"), place)
    match = _match(rule.get("match"), within(place, "match"))
    if "answer" in rule:
        plans = [plan_of(rule["answer"], within(place, "answer"))]
        return _rule(match, plans, in_turn=False, times=rule.get("times"))
    inner = within(place, "answers")
    answers = rule.get("answers")
    if not answers:
        raise fault(place if answers is None else inner, "needs an answer: `answer`, or `answers` with one or more")
    plans = [plan_of(answer, within(inner, at)) for at, answer in enumerate(answers)]
    return _rule(match, plans, in_turn=True, times=rule.get("times"))


def _rule(match: dict[str, Any], plans: list[Plan], in_turn: bool, times: int | None) -> _Rule:
    by_step = in_turn or (_calls(plans[0]) and _PLACED.isdisjoint(match))
    return _Rule(_fitting(match), plans, by_step, times)


def _match(match: Any, place: str) -> dict[str, Any]:
    """What a rule asks for, as an object."""
    if match is None:
        return {}
    if isinstance(match, str):
        return {"text": match}
    if callable(match):
        hold_plain(match, place)
        return {"when": match}
    if not isinstance(match, dict):
        raise fault(place, f"is a text, a function, or an object with {listed(_MATCHES)}; not {named(match)}")
    hold_fields(match, _MATCHES, place)
    if "when" in match:
        hold_plain(match["when"], within(place, "when"))
    return {**match, "regex": _pattern(match["regex"], within(place, "regex"))} if "regex" in match else match


def _calls(plan: Plan) -> bool:
    """Whether an answer waits for results; where nothing else is said, it is not given again once they came."""
    return any(block.get("type") == "tool_use" for block in plan.blocks)


def _fitting(match: dict[str, Any]) -> Function:
    """A predicate that asks for all that `match` says."""
    asks: list[Function] = []
    if "text" in match:
        wanted = match["text"].casefold()
        asks.append(lambda turn: wanted in turn.text.casefold())
    if "regex" in match:
        asks.append(lambda turn: match["regex"].search(turn.text))
    if "model" in match:
        asks.append(lambda turn: match["model"] in turn.model)
    if "turn" in match:
        asks.append(lambda turn: turn.number == match["turn"])
    if "step" in match:
        asks.append(lambda turn: turn.step == match["step"])
    if "when" in match:
        asks.append(lambda turn: asked(match["when"], turn))
    return lambda turn: all(ask(turn) for ask in asks)


def _pattern(written: str, place: str) -> "re.Pattern[str]":
    try:
        return re.compile(written)
    except re.error as wrong:
        raise fault(place, str(wrong)) from None


def script_of(source: Any) -> Script:
    """The script that a value stands for.

    Args:
        source: rules, or one rule; an object with `rules`; a callable; or an answer, which then is that to every
            request.

    Raises:
        UsageError: it is none of these, or a part of it is not as it should be; with its place.
    """
    if isinstance(source, Script):
        return source
    if source is None:
        return Script()
    source = list(source) if isinstance(source, tuple) else source
    if callable(source) or _is_rule(source):
        return Script([source])
    if isinstance(source, dict) and "rules" in source:
        hold_fields(source, _SCRIPT, "")
        return Script(source["rules"])
    if isinstance(source, list) and (not source or any(callable(rule) or _is_rule(rule) for rule in source)):
        return Script(source)
    return Script.of_answer(source)


def _is_rule(value: Any) -> bool:
    return isinstance(value, dict) and "rules" not in value and not _RULE.keys().isdisjoint(value)
