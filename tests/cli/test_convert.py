import json
from pathlib import Path

from sendable.conversation import dumps, loads
from sendable.sources.load import load
from tests.cli.requests import ACCEPTED, write
from tests.cli.running import program, run
from tests.sources.sessions import plain


def test_neutral_form_is_written(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(plain().data)
    done = program("convert", "--from", "claude-code", "--compact", str(tmp_path / "s.jsonl"))
    assert done.returncode == 0
    assert done.stdout == dumps(load(plain().data)) + b"\n"
    assert loads(program("convert", given=plain().data).stdout) == load(plain().data)


def test_request_is_converted_too_and_comes_back(tmp_path: Path) -> None:
    name = str(tmp_path / "n.json")
    assert run("convert", "-o", name, write(tmp_path / "a.json", ACCEPTED)).stdout == ""
    assert json.loads(run("render", name).stdout) == ACCEPTED


def test_what_was_lost_goes_to_stderr_and_stays_in_the_conversation() -> None:
    session = plain()
    session.raw(b'{"type":"us')
    result = run("convert", "-", given=session.data)
    assert "lost  line 8: the last line" in result.stderr
    assert json.loads(result.stdout)["lost"] == [{"path": "line 8", "what": "the last line, which is cut off"}]


def test_unknown_history_exits_2() -> None:
    done = program("convert", given=b"nonsense")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"neither JSON nor lines of JSON" in done.stderr
