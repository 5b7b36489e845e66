"""All rules, and the laws that no request shows by itself, found by one walk over `rules/`."""

import importlib
import pkgutil
import re
from functools import cache, lru_cache
from typing import TypeAlias

from sendable.contract import rules as package
from sendable.contract.rule import REGISTRY, UNSHOWN, Law, Question, Rule
from sendable.errors import UsageError


@cache
def catalog() -> dict[str, Rule]:
    """Every rule that a request can be judged by, by its id, in the order of phases and names."""
    return {name: law for name, law in laws().items() if isinstance(law, Rule)}


@cache
def laws() -> dict[str, Law]:
    """The same with those that no request shows by itself, which judge nothing."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)
    found: dict[str, Law] = {**REGISTRY, **UNSHOWN}
    return dict(sorted(found.items(), key=lambda item: (item[1].phase, item[0])))


def rule_named(name: str) -> Rule:
    """The rule of that id.

    Raises:
        UsageError: there is none.
    """
    try:
        return catalog()[name]
    except KeyError:
        raise UsageError(f"unknown rule {name!r}: `sendable rules` lists them") from None


Questions: TypeAlias = tuple[tuple[Question | None, tuple[Rule, ...]], ...]
"""Rules by what they ask of the index first; those that ask nothing come first."""


@lru_cache(maxsize=4096)
def relevant(kinds: frozenset[str], fields: frozenset[str], platform: str, endpoint: str, whole: bool) -> Questions:
    """The rules that a request with these kinds of blocks and these fields can break, there."""
    features = kinds | {f"{field}=" for field in fields}
    questions: dict[Question | None, list[Rule]] = {None: []}
    for rule in catalog().values():
        holds = platform in rule.platforms and endpoint in rule.endpoints and (whole or not rule.needs_whole)
        if holds and (not rule.when or rule.when & features):
            questions.setdefault(rule.asks, []).append(rule)
    return tuple((asks, tuple(rules)) for asks, rules in questions.items())


_FIELD = re.compile(r"\{(\w+)\}")


@cache
def _patterns() -> list[tuple[int, re.Pattern[str], Law]]:
    """Each wording as a pattern, with the number of its fixed characters: the most specific first."""
    found = []
    for rule in laws().values():
        for template in rule.templates:
            fixed = _FIELD.split(template)[::2]
            pattern = "".join(
                re.escape(part) if at % 2 == 0 else "(.+?)" for at, part in enumerate(_FIELD.split(template))
            )
            found.append((sum(map(len, fixed)), re.compile(pattern, re.DOTALL), rule))
    return sorted(found, key=lambda item: -item[0])


def rules_for_text(text: str) -> list[Law]:
    """The rules whose message an error text of the API holds, the most specific first; empty when none does.

    The text may be the bare message, the JSON of the error, or a log line that holds it.
    """
    text = text.replace('\\"', '"').replace("\\n", "\n")
    whole = [rule for _, pattern, rule in _patterns() if pattern.fullmatch(text.strip())]
    part = [rule for fixed, pattern, rule in _patterns() if fixed >= 12 and pattern.search(text)]
    return list(dict.fromkeys([*whole, *part]))
