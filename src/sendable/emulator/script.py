"""Scripts: rules that say which request is answered how. The first rule that fits answers.

A rule has `match`, and `answer` or `answers`: the first of these is for the request in which the user says what
matches, each further one for the next request of the same exchange, in which results of tools come back. A single
answer that calls client tools is for the first of them alone, unless `match` tells turn or step; any other is for all.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from sendable.emulator.plan import Plan
from sendable.emulator.script_reading import plan_of
from sendable.emulator.turn import Turn
from sendable.errors import UsageError

Predicate = Callable[[Turn], Any]

_MATCHES = frozenset({"text", "regex", "turn", "step", "model", "when"})
_PLACED = frozenset({"turn", "step", "when"})
_RULE = frozenset({"match", "answer", "answers", "times"})


class _Rule(msgspec.Struct):
    fits: Predicate
    plans: list[Plan]
    by_step: bool
    left: int | None


class Script:
    """Rules, in order.

    Args:
        rules: objects with `match`, `answer` or `answers`, and `times`; or callables, which are given the turn and
            return an answer, or None to leave it to the next rule.

    Raises:
        UsageError: a rule that cannot be read.
    """

    def __init__(self, rules: Iterable[Any] = ()) -> None:
        self._rules: list[_Rule | Predicate] = [rule if callable(rule) else _read(rule) for rule in rules]

    def plan(self, turn: Turn) -> Plan | None:
        """The answer of the first rule that fits and still has one; None when none does."""
        for rule in self._rules:
            plan = _taken(rule, turn) if isinstance(rule, _Rule) else _called(rule, turn)
            if plan is not None:
                return plan
        return None


def _called(rule: Predicate, turn: Turn) -> Plan | None:
    answer = rule(turn)
    return None if answer is None else plan_of(answer)


def _taken(rule: _Rule, turn: Turn) -> Plan | None:
    at = turn.step if rule.by_step else 0
    if at >= len(rule.plans) or rule.left == 0 or not rule.fits(turn):
        return None
    if rule.left is not None:
        rule.left -= 1
    return rule.plans[at]


def _read(rule: Any) -> _Rule:
    if not isinstance(rule, dict) or not _RULE.issuperset(rule):
        raise UsageError(f"a rule of a script is an object with {', '.join(sorted(_RULE))}")
    if ("answer" in rule) == ("answers" in rule):
        raise UsageError("a rule of a script has either `answer` or `answers`")
    match = rule.get("match") or {}
    match = {"text": match} if isinstance(match, str) else {"when": match} if callable(match) else match
    if not isinstance(match, dict) or not _MATCHES.issuperset(match):
        raise UsageError(f"`match` is a text, or an object with {', '.join(sorted(_MATCHES))}")
    answers = rule["answers"] if "answers" in rule else [rule["answer"]]
    if not isinstance(answers, list):
        raise UsageError("`answers` of a rule is a list")
    plans = [plan_of(answer) for answer in answers]
    by_step = "answers" in rule or (_calls(plans[0]) and _PLACED.isdisjoint(match))
    return _Rule(_fitting(match), plans, by_step, rule.get("times"))


def _calls(plan: Plan) -> bool:
    """Whether an answer waits for results; where nothing else is said, it is not given again once they came."""
    return any(block.get("type") == "tool_use" for block in plan.blocks)


def _fitting(match: dict[str, Any]) -> Predicate:
    """A predicate that asks for all that `match` says."""
    asks: list[Predicate] = []
    if "text" in match:
        wanted = str(match["text"]).casefold()
        asks.append(lambda turn: wanted in turn.text.casefold())
    if "regex" in match:
        pattern = _pattern(match["regex"])
        asks.append(lambda turn: pattern.search(turn.text))
    if "model" in match:
        asks.append(lambda turn: str(match["model"]) in turn.model)
    if "turn" in match:
        asks.append(lambda turn: turn.number == match["turn"])
    if "step" in match:
        asks.append(lambda turn: turn.step == match["step"])
    if "when" in match:
        asks.append(match["when"])
    return lambda turn: all(ask(turn) for ask in asks)


def _pattern(written: Any) -> "re.Pattern[str]":
    try:
        return re.compile(str(written))
    except re.error as fault:
        raise UsageError(f"`regex` of a rule: {fault}") from None


def script_of(source: Any) -> Script:
    """The script that a value stands for.

    Args:
        source: rules; an object with `rules`; a callable; or an answer, which then is that to every request.

    Raises:
        UsageError: it is none of these.
    """
    if isinstance(source, Script):
        return source
    if source is None:
        return Script()
    if callable(source):
        return Script([source])
    if isinstance(source, dict) and "rules" in source:
        return Script(source["rules"])
    if isinstance(source, list) and all(
        callable(rule) or (isinstance(rule, dict) and _is_rule(rule)) for rule in source
    ):
        return Script(source)
    return Script([{"answer": source}])


def _is_rule(rule: dict[str, Any]) -> bool:
    return "answer" in rule or "answers" in rule
