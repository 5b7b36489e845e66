import json
from pathlib import Path
from typing import Any

import pytest

from sendable.cli.destination import Destination, destination
from sendable.errors import UsageError
from tests.cli.requests import LOST_RESULT, write
from tests.cli.running import program, run
from tests.sources.sessions import Session, call, plain


def broken(path: Path) -> Path:
    session: Session = plain()
    session.assistant(call("toolu_9"))
    path.write_bytes(session.data)
    return path


def test_history_is_written_back_and_no_request_is_printed(tmp_path: Path) -> None:
    source = broken(tmp_path / "s.jsonl")
    done = program("repair", str(source), "--from", "claude-code", "--write-back", str(tmp_path / "out.jsonl"))
    assert done.returncode == 0
    assert b"wrote" in done.stdout
    assert b'"messages"' not in done.stdout
    written = (tmp_path / "out.jsonl").read_bytes()
    assert written.startswith(source.read_bytes())
    assert written.count(b"\n") == source.read_bytes().count(b"\n") + 1
    assert run("check", str(tmp_path / "out.jsonl")).exit_code == 0


def test_session_without_faults_is_written_byte_for_byte(tmp_path: Path) -> None:
    source, out = tmp_path / "s.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(plain().data.replace(b"\n", b"\r\n"))
    assert run("repair", str(source), "--write-back", str(out)).exit_code == 0
    assert out.read_bytes() == source.read_bytes()


def test_history_and_request_go_to_two_files_or_one_to_stdout(tmp_path: Path) -> None:
    source = broken(tmp_path / "s.jsonl")
    request, back = tmp_path / "r.json", tmp_path / "b.jsonl"
    assert run("repair", str(source), "-o", str(request), "--write-back", str(back)).exit_code == 0
    assert len(json.loads(request.read_bytes())["messages"]) == 6
    done = program("repair", str(source), "--write-back", "-")
    assert done.stdout == back.read_bytes()
    assert b"accepted" in done.stderr
    told = json.loads(run("repair", str(source), "--format", "json", "--write-back", str(back)).stdout)
    assert told["verdict_after"] == "accepted"


def test_session_that_is_replaced_is_kept_beside(tmp_path: Path) -> None:
    source = broken(tmp_path / "s.jsonl")
    before = source.read_bytes()
    result = run("repair", str(source), "--write-back", str(source))
    assert "kept" in result.stdout
    assert (tmp_path / "s.jsonl.bak").read_bytes() == before
    assert run("check", str(source)).exit_code == 0
    run("repair", str(source), "--write-back", str(source))
    assert not (tmp_path / "s.jsonl.bak.1").exists()


def test_pydantic_ai_history_keeps_the_bytes_of_what_is_not_touched(tmp_path: Path) -> None:
    first = '{ "parts": [{"part_kind":"user-prompt", "content":"hi"}], "kind":"request" }'
    asked = [{"part_kind": "tool-call", "tool_name": "look", "args": "{}", "tool_call_id": "call_1"}]
    second = json.dumps({"kind": "response", "parts": asked})
    (tmp_path / "h.json").write_text(f"[{first}, {second}]")
    out = tmp_path / "out.json"
    result = run("repair", str(tmp_path / "h.json"), "--from", "pydantic-ai", "--write-back", str(out))
    assert result.exit_code == 0, result.stderr
    assert out.read_text().startswith(f"[{first},")
    assert len(json.loads(out.read_bytes())) == 3


def test_other_formats_say_that_they_cannot_yet(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", LOST_RESULT)
    for form in ([], ["--from", "anthropic"], ["--from", "openai-chat"]):
        result = run("repair", *form, name, "--write-back", str(tmp_path / "out"))
        assert result.exit_code == 2
        assert "cannot be written back yet" in result.stderr
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("names", "more"),
    [
        (("a", "b"), {"back": "c"}),
        (("a",), {"back": "c", "in_place": True}),
        (("a",), {"back": "c", "lines": True}),
        (("a",), {"output": "b", "in_place": True}),
        (("-",), {"in_place": True}),
        (("a",), {"in_place": True, "lines": True}),
        (("a", "b"), {"output": "no-such-folder"}),
    ],
)
def test_options_that_do_not_go_together(names: tuple[str, ...], more: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        destination(names, **{"output": None, "in_place": False, "back": None, "lines": False, **more})


def test_what_goes_to_stdout() -> None:
    places = [Destination(None, False), Destination(Path("a"), False), Destination(None, False, "b")]
    assert [place.is_stdout for place in places] == [True, False, False]
    assert [place.fills_stdout for place in (*places, Destination(None, False, "-"))] == [True, False, False, True]


def test_one_that_cannot_be_written_does_not_stop_the_others(tmp_path: Path) -> None:
    names = [write(tmp_path / f"{n}.json", LOST_RESULT) for n in range(3)]
    # with that many characters there is no room for the name of a backup, whoever runs the tests
    first = write(tmp_path / f"{'a' * 250}.json", LOST_RESULT)
    result = run("repair", "--in-place", names[0], first, *names[1:])
    told = run("repair", "--in-place", "--format", "json", first, names[0])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert f"cannot write {first}" in result.stderr
    assert result.stdout.count("wrote") == 3
    assert (told.exit_code, "cannot write" in json.loads(told.stdout.splitlines()[0])["error"]) == (2, True)
    assert json.loads(Path(first).read_bytes()) == LOST_RESULT


def test_output_onto_the_input_keeps_what_was_there(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", LOST_RESULT)
    before = Path(name).read_bytes()
    result = run("repair", name, "-o", name)
    assert "kept" in result.stdout
    assert (tmp_path / "a.json.bak").read_bytes() == before
    assert run("repair", name, "-o", str(tmp_path)).exit_code == 0
    assert not (tmp_path / "a.json.bak.1").exists()


@pytest.mark.parametrize("command", ["render", "convert"])
def test_history_that_is_replaced_by_what_was_made_of_it_is_kept(tmp_path: Path, command: str) -> None:
    name = write(tmp_path / "a.json", LOST_RESULT)
    before = Path(name).read_bytes()
    assert run(command, name, "-o", name).exit_code == 0
    assert Path(name).read_bytes() != before
    assert (tmp_path / "a.json.bak").read_bytes() == before


def test_lines_are_not_replaced_by_their_outcomes(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(LOST_RESULT) + "\n")
    before = path.read_bytes()
    result = run("repair", str(path), "-o", str(path))
    assert (result.exit_code, "is an input" in result.stderr) == (2, True)
    assert path.read_bytes() == before


def test_folder_of_the_output_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "out").mkdir()
    name = write(tmp_path / "in" / "a.json", LOST_RESULT)
    monkeypatch.chdir(tmp_path / "out")
    assert "wrote ./a.json" in run("repair", name, "-o", ".").stdout
    monkeypatch.chdir(tmp_path)
    assert "wrote out/a.json" in run("repair", name, "-o", "out").stdout


def test_several_requests_are_not_mixed_with_text_on_stdout(tmp_path: Path) -> None:
    names = [write(tmp_path / f"{n}.json", LOST_RESULT) for n in range(2)]
    result = run("repair", *names, "--format", "text")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "told as JSON" in result.stderr
    assert run("repair", *names, "--format", "text", "--in-place").exit_code == 0
