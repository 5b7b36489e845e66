from pathlib import Path

import msgspec
import pytest

from sendable.errors import UsageError
from sendable.gateway.learn import Learn, case_of
from sendable.relay import Refused
from sendable.targets import Target
from tests.gateway.raw import between, said
from tests.gateway.talk import SOUND, answered, encoded, parts, posted, refused
from tests.gateway.test_looked_at import ANSWER, BOUND, THOUGHT, Scripted

REFUSED = Refused(SOUND, Target(model="claude-sonnet-4-5", betas=[]), 400, "messages: no", "unknown", False)


def test_a_refusal_becomes_a_case(tmp_path: Path) -> None:
    Learn(tmp_path / "new")(REFUSED)
    [file] = (tmp_path / "new").rglob("*.json")
    case = msgspec.json.decode(file.read_bytes())
    assert case == case_of(REFUSED)
    assert (case["request"], case["refusal"], case["target"]["platform"]) == (SOUND, "messages: no", "api")
    assert file.stat().st_mode & 0o077 == 0


def test_the_same_refusal_is_kept_once_and_no_more_than_so_many(tmp_path: Path) -> None:
    learn = Learn(tmp_path, most=2)
    for message in ("a", "a", "b", "c"):
        learn(msgspec.structs.replace(REFUSED, message=message))
    assert len(list(tmp_path.rglob("*.json"))) == 2


def test_what_can_not_be_written_stops_nothing(tmp_path: Path) -> None:
    learn = Learn(tmp_path)
    (tmp_path / "unknown").write_text("in the way")
    learn(REFUSED)


def test_a_folder_that_can_not_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="--learn"):
        Learn(tmp_path / "file")


def test_a_gateway_keeps_what_the_api_refused(tmp_path: Path) -> None:
    kept = Scripted(answered(refused(BOUND), b"400 Bad Request"), ANSWER)
    with between(kept, learn=tmp_path) as (server, _):
        assert parts(said(server, posted(encoded(THOUGHT))))[0] == 200
    [file] = tmp_path.rglob("*.json")
    assert file.parent.name == "thinking-bound"
    assert msgspec.json.decode(file.read_bytes())["refusal"] == BOUND
