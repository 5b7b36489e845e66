"""Every field of every case with values that nobody expects there: findings and changes may follow, a crash never.

`make properties` tries two values in every field, drawn for each; else one field of each case is drawn, and one name
wherever it is. Fields of one kind stand in many cases, so each meets every value.
"""

import copy
import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sendable import Ledger, Target, UnreadableError, check, compare, notes, prepare, render, repair
from sendable.conversation import dumps, loads
from sendable.errors import SendableError
from tests.test_cases import FILES, case_in, target_of
from tests.test_prefix_cases import FILES as PREFIX
from tests.test_prefix_cases import case_in as prefix_case_in
from tests.test_render_cases import FILES as RENDERED
from tests.test_render_cases import case_in as render_case_in

Json = dict[str, Any]
Place = tuple[str | int, ...]

WHOLE = os.environ.get("SENDABLE_HYPOTHESIS") == "thorough"
LARGEST = 50_000
"""Larger requests hold the same fields many times."""

ODD: tuple[Any, ...] = ([], {}, 0, None, True, "", "\0", 10**400, 1.5, ["odd"])
ANSWER = {
    "role": "assistant",
    "content": [{"type": "thinking", "thinking": "", "signature": "UlJS"}, {"type": "text", "text": "Yes."}],
}


def places(value: Any, at: Place = ()) -> Iterator[Place]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, held in items:
        yield (*at, name)
        yield from places(held, (*at, name))


def put(value: Any, place: Place, odd: Any) -> Any:
    if not place:
        return copy.deepcopy(odd)
    changed = copy.copy(value)
    changed[place[0]] = put(value[place[0]], place[1:], odd)
    return changed


def put_everywhere(value: Any, name: str, odd: Any) -> Any:
    if isinstance(value, dict):
        return {key: odd if key == name else put_everywhere(held, name, odd) for key, held in value.items()}
    return [put_everywhere(held, name, odd) for held in value] if isinstance(value, list) else value


def with_odd_values(value: Any, seed: str) -> Iterator[tuple[str, Any]]:
    """A value with odd ones in it, each with the words that say where."""
    found = list(places(value))
    names = sorted({str(place[-1]) for place in found if isinstance(place[-1], str)})
    if not found or len(repr(value)) > LARGEST:
        return
    random = Random(seed)
    drawn = found if WHOLE else [random.choice(found)]
    for place in drawn:
        for odd in random.sample(ODD, 2 if WHOLE else 1):
            yield f"{odd!r:.20} at {place}", put(value, place, odd)
    for name in names if WHOLE else random.sample(names, min(len(names), 1)):
        for odd in random.sample(ODD, 2 if WHOLE else 1):
            yield f"{odd!r:.20} as every {name}", put_everywhere(value, name, odd)


def holds(where: str, deed: Callable[[], Any], *allowed: type[Exception]) -> None:
    """A deed that may refuse what it is given, and raises nothing else; `where` stands in the report of a failure."""
    with suppress(UnreadableError, *allowed):
        deed()


def look_at(where: str, given: Json, odd: Any, target: Target, **options: Any) -> None:
    """Everything that takes a request, with an odd one: beside the one that it was, behind it, and as the next one."""
    ledger = Ledger()
    ledger.record(given, ANSWER, target)
    holds(where, lambda: check(odd, target, ledger=ledger))
    holds(where, lambda: notes(odd, target))
    holds(where, lambda: compare(given, odd, target, every=True))
    holds(where, lambda: compare(odd, given, target, every=True))
    holds(where, lambda: ledger.record(odd, ANSWER, target))
    holds(where, lambda: ledger.keep_state_of(odd, {}))
    holds(where, lambda: ledger.state_of(odd))
    holds(where, lambda: repair_and_go_on(odd, target, ledger, options))
    holds(where, lambda: prepare(odd, target), SendableError)


def repair_and_go_on(odd: Any, target: Target, ledger: Ledger, options: Json) -> None:
    repaired = repair(odd, target, **options)
    options.pop("state", None)
    options.pop("told", None)
    messages = odd.get("messages") if isinstance(odd, dict) else None
    if isinstance(messages, list):
        longer = {**odd, "messages": [*messages, ANSWER, {"role": "user", "content": "Go on."}]}
        state = json.loads(json.dumps(repaired.state))
        assert repair(longer, target, state=state, ledger=ledger, **options).state


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_requests_are_never_too_odd(file: Path) -> None:
    case = case_in(file)
    for where, odd in with_odd_values(case["request"], f"{file.parent.name}/{file.stem}"):
        options = {**case.get("options", {}), "told": case.get("refusal")}
        look_at(where, case["request"], odd, target_of(case), **options)


@pytest.mark.parametrize("file", PREFIX, ids=lambda file: file.stem)
def test_later_requests_are_never_too_odd(file: Path) -> None:
    case = prefix_case_in(file)
    for where, odd in with_odd_values(case["later"], file.stem):
        look_at(where, case["earlier"], odd, Target(**case["expected"][0]["target"]))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_responses_are_never_too_odd(file: Path) -> None:
    given = {"model": "claude-opus-5-5", "max_tokens": 10, "messages": [{"role": "user", "content": "Hello."}]}
    messages = case_in(file)["request"]
    messages = messages.get("messages") if isinstance(messages, dict) else None
    for message in messages[:5] if isinstance(messages, list) else ():
        for where, odd in with_odd_values(message, file.stem):
            holds(where, lambda odd=odd: Ledger().record(given, odd), SendableError)  # type: ignore[misc]


@pytest.mark.parametrize("file", RENDERED, ids=lambda file: file.stem)
def test_conversations_are_never_too_odd(file: Path) -> None:
    case = render_case_in(file)
    target = Target(**case.get("target", {}))
    for where, odd in with_odd_values(case["conversation"], file.stem):
        holds(where, lambda odd=odd: rendered(odd, target), SendableError)  # type: ignore[misc]


def rendered(conversation: Any, target: Target) -> None:
    loaded = loads(json.dumps(conversation))
    dumps(loaded)
    render(loaded, target)
    prepare(loaded, target)
