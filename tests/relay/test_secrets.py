"""Nothing that anybody said, called or signed leaves by a report or a log."""

import copy
import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given

from sendable import Ledger
from sendable.relay import Relay, Report, Settings, Where
from sendable.relay.scrub.words import is_word, public_model
from sendable.wire.paths import Path
from tests.relay.talk import NAMED, back, go, in_thought, packed, refused
from tests.strategies.damage.histories import Damaged, damaged_histories

Json = dict[str, Any]

SECRET = "Zecret"
MODES = ("repair", "check", "observe")


def marked(value: Any) -> Any:
    """The value with a secret in every string and every key that is not the API's own."""
    if isinstance(value, dict):
        return {key if is_word(key) else f"{key}{SECRET}": marked(held) for key, held in value.items()}
    if isinstance(value, list):
        return [marked(item) for item in value]
    if isinstance(value, str) and not is_word(value) and public_model(value) != value:
        return f"{value}{SECRET}"
    return value


def told_of(relay: Relay, reports: list[Report], caplog: pytest.LogCaptureFixture) -> str:
    """Everything that is told."""
    said = [json.dumps([report.headers(), report.line(), report.as_json()]) for report in reports]
    return caplog.text + "".join(said)


def driven(body: Json, where: Where, mode: str, headers: Mapping[str, str]) -> tuple[Relay, list[Report]]:
    reports: list[Report] = []
    relay = Relay(Settings(mode=mode), Ledger(), on_report=reports.append)
    passage = relay.passage(packed(body), headers, where)
    passage.retry(400, refused("invalid_request_error", f"Blocked: {SECRET}"))
    if passage.refusal is None:
        back(passage, packed({"type": "message", "content": SECRET}), {"content-type": "application/json"})
    return relay, reports


@given(case=damaged_histories())
def test_whatever_is_wrong(case: Damaged) -> None:
    where = Where("api", case.history.target.endpoint)
    for body in (marked(case.request), case.request):
        for mode in MODES:
            _, reports = driven(body, where, mode, {"x-api-key": SECRET, "sendable-conversation": SECRET})
            for report in reports:
                assert SECRET not in json.dumps([report.line(), report.as_json()])
                for name, value in report.headers().items():
                    assert SECRET not in value
                    assert value.isascii()
                    assert value.isprintable(), name


def places(value: Any, at: Path = ()) -> Iterator[Path]:
    if isinstance(value, dict):
        for key, held in value.items():
            yield from places(held, (*at, key))
    elif isinstance(value, list):
        for position, held in enumerate(value):
            yield from places(held, (*at, position))
    elif isinstance(value, str):
        yield at


WHOLE = {
    **NAMED,
    "system": "Be kind.",
    "metadata": {"user_id": "u"},
    "stop_sequences": ["END"],
    "tool_choice": {"type": "auto"},
}
BODIES = [WHOLE, in_thought("b", "d")]
EACH = [(body, path) for body in BODIES for path in places(body)]


@pytest.mark.parametrize(
    ("body", "path"), EACH, ids=lambda held: ".".join(map(str, held)) if isinstance(held, tuple) else ""
)
def test_wherever_it_stands(body: Json, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Also in the place of the API's own words."""
    body = copy.deepcopy(body)
    held: Any = body
    for step in path[:-1]:
        held = held[step]
    held[path[-1]] = f"{SECRET}\r\nx: y\u20ac"
    with caplog.at_level(logging.DEBUG):
        for mode in MODES:
            relay, reports = driven(body, Where("api", "messages"), mode, {"x-api-key": SECRET})
            assert SECRET not in told_of(relay, reports, caplog)
            assert all("\r" not in value and value.isascii() for one in reports for value in one.headers().values())


def test_the_name_of_a_model_in_a_path_is_not_told(caplog: pytest.LogCaptureFixture) -> None:
    reports: list[Report] = []
    relay = Relay(on_report=reports.append)
    with caplog.at_level(logging.DEBUG):
        go(relay, {**NAMED, "anthropic_version": "x"}, Where("bedrock", "invoke", f"arn:{SECRET}"))
    assert SECRET not in told_of(relay, reports, caplog)
