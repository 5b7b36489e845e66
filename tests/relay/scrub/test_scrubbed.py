"""What is left of a request breaks the same rules, and holds nothing that was said."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from sendable import SendableError, check
from sendable.contract.catalog import catalog
from sendable.relay.scrub import scrubbed
from sendable.relay.scrub.words import is_word, public_model
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, text, tool, tool_result, tool_use, user
from tests.strategies.damage.histories import Damaged, damaged_histories
from tests.strategies.odd import odd_histories

Json = dict[str, Any]

DATA_URI = re.compile(r"data:[a-z]+/[a-z0-9.+-]+;base64,")


def strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, held in value.items():
            yield key
            yield from strings(held)
    elif isinstance(value, list):
        for held in value:
            yield from strings(held)


def says(value: str) -> bool:
    """Whether a string holds something of its own: three letters, and what blanks and marks are, say nothing."""
    own = len(value) > 3 and any(map(str.isalnum, value)) and not is_word(value) and public_model(value) != value
    return own and not DATA_URI.fullmatch(value)


def rules(body: Json, target: Target) -> set[str] | None:
    try:
        return {finding.rule for finding in check(body, target)}
    except SendableError:
        return None


def holds(body: Json, target: Target) -> None:
    before = json.dumps(body)
    made = scrubbed(body).request
    assert json.dumps(body) == before
    assert rules(made, target) == rules(body, target)
    assert {held for held in strings(body) if says(held)} & {*strings(made)} == set()
    assert scrubbed(body).request == made


@given(damaged_histories())
def test_damaged_histories(case: Damaged) -> None:
    holds(case.request, case.history.target)


@given(odd_histories())
def test_odd_histories(case: Damaged) -> None:
    if rules(case.request, case.history.target) is not None:
        holds(case.request, case.history.target)


EXAMPLES = [
    pytest.param(example.request, example.target, id=name)
    for name, rule in catalog().items()
    for example in (rule.breaks, rule.spares)
    if isinstance(example.request, dict) and len(json.dumps(example.request)) < 1_000_000
]


@pytest.mark.parametrize(("body", "target"), EXAMPLES)
def test_the_examples_of_the_rules(body: Json, target: Target) -> None:
    holds(json.loads(json.dumps(body)), target)


def test_everything_that_somebody_gave_is_gone() -> None:
    secrets = [f"Zecret{number}" for number in range(20)]
    left = iter(secrets)
    body = request(
        user(text(f"Hi {next(left)}"), image()),
        assistant(
            {"type": "thinking", "thinking": next(left), "signature": f"{next(left)}AAA="},
            tool_use(f"toolu_{next(left)}", next(left), {next(left): next(left), "n": 4711, "deep": [[next(left)]]}),
        ),
        user(tool_result(f"toolu_{secrets[3]}", next(left))),
        system=f"You are {next(left)}.",
        model=f"arn:aws:{next(left)}.claude-opus-5-5",
        tools=[tool(secrets[4], {"type": "object", "properties": {next(left): {"enum": [next(left)]}}})],
        metadata={"user_id": next(left)},
        mcp_servers=[{"type": "url", "url": f"https://{next(left)}.com", "authorization_token": next(left)}],
    )  # fmt: skip
    made = json.dumps(scrubbed(body).request)
    assert "Zecret" not in made
    assert "4711" not in made
    assert '"model": "claude-opus-5-5"' in made


def test_a_message_loses_what_it_quotes() -> None:
    body = request(user("Hi"), assistant(tool_use("toolu_Zecret1", "fs_Zecret")), user("Zecret words in a row"))
    scrub = scrubbed(body)
    made = scrub.text('`toolu_Zecret1`: the tool "fs_Zecret" said "Zecret words", found in `tool_use` blocks.')
    assert "Zecret" not in made
    assert made.endswith("found in `tool_use` blocks.")
    assert scrub.request["messages"][1]["content"][0]["id"] in made
