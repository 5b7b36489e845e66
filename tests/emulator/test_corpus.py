"""The cases and the recordings, posted to the emulator: what is accepted is answered, what is refused is told why."""

from functools import cache
from pathlib import Path

import msgspec
import pytest

from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Answer
from sendable.emulator.known_models import is_known
from tests.emulator.calling import emulator
from tests.emulator.places import LIFTS, send
from tests.test_cases import FILES, case_in, target_of
from tests.test_recordings import RECORDS, Record, records

# Refused by what only the service knows: how a schema compiles, which models are retired, earlier requests.
UNKNOWABLE = {"server", "models", "history", "betas"}


@cache
def served(platform: str, enforces: bool) -> Emulator:
    return emulator(platform=platform, enforces_prefix=enforces)


def told(answer: Answer) -> str:
    body = msgspec.json.decode(answer.body or b"{}")
    return str(body["message"] if "message" in body else body["error"]["message"])


def sendable(file: Path) -> bool:
    """Whether a case is a body that a client posts, for a model that there is: no bare messages, no other shape.

    What goes on from a conversation that a server holds is no case for one that holds none.
    """
    case = case_in(file)
    if isinstance(case["request"], dict) and "previous_message_id" in case["request"].get("thread", {}):
        return False
    target = target_of(case)
    if isinstance(case["request"], dict) and not is_known(
        str(target.model or case["request"].get("model", "claude-1"))
    ):
        return False
    return isinstance(case["request"], dict) and "params" not in case["request"]


@pytest.mark.parametrize(
    "file", [file for file in FILES if sendable(file)], ids=lambda file: f"{file.parent.name}/{file.stem}"
)
def test_a_case_has_its_verdict_over_the_wire(file: Path) -> None:
    case = case_in(file)
    target = target_of(case)
    more = () if case["verdict"] else LIFTS
    answer = send(served(target.platform, target.enforces_prefix), case["request"], target, more)
    verdict = [entry["message"] for entry in case["verdict"]]
    assert (answer.status == 200) is (not verdict), answer.body
    if verdict:
        assert told(answer) == verdict[0]


@pytest.mark.skipif(not RECORDS.exists(), reason=f"no recordings at {RECORDS}")
def test_what_the_api_accepted_is_answered() -> None:
    refused = [record.id for record in records() if record.accepted and status(record) != 200]
    assert refused == []


@pytest.mark.skipif(not RECORDS.exists(), reason=f"no recordings at {RECORDS}")
def test_what_the_api_refused_is_refused_where_that_can_be_known() -> None:
    answered = [record.id for record in records() if not record.accepted and status(record) == 200]
    known = {record.id for record in records() if record.needs in UNKNOWABLE}
    assert set(answered) - known == set()


def status(record: Record) -> int:
    return send(served(record.target.platform, True), record.request, record.target, LIFTS).status
