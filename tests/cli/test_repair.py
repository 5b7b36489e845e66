import json
import stat
from pathlib import Path

import pytest

from tests.cli.requests import ACCEPTED, LOST_RESULT, NO_REPAIR, ORPHAN, UNPAIRED, write
from tests.cli.running import answers, program, run

ODD_LAYOUT = (
    b'\n{ "max_tokens" : 10,\r\n\t"model":"claude-sonnet-4-5", "messages":[{"role":"user","content":"h\\u00e9"}]}\n\n '
)


def test_accepted_request_comes_out_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(ODD_LAYOUT)
    done = program("repair", str(tmp_path / "a.json"))
    assert (done.returncode, done.stdout) == (0, ODD_LAYOUT)
    done = program("repair", "-", given=ODD_LAYOUT)
    assert (done.returncode, done.stdout) == (0, ODD_LAYOUT)
    done = program("repair", str(tmp_path / "a.json"), "-o", str(tmp_path / "b.json"))
    assert (tmp_path / "b.json").read_bytes() == ODD_LAYOUT


def test_repaired_request_goes_to_stdout_and_the_report_to_stderr(tmp_path: Path) -> None:
    done = program("repair", write(tmp_path / "a.json", UNPAIRED))
    assert done.returncode == 0
    assert [m["role"] for m in json.loads(done.stdout)["messages"]] == ["user", "assistant", "user"]
    told = done.stderr.decode()
    assert "drops    messages.1.content.1" in told
    assert "✓ accepted  after 1 change" in told


def test_report_marks_what_was_invented(tmp_path: Path) -> None:
    result = run("repair", write(tmp_path / "a.json", LOST_RESULT))
    assert result.exit_code == 0
    assert "invents:" in result.stderr


def test_findings_that_remain_exit_1(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", LOST_RESULT)
    result = run("repair", "--no-invent", "--max-loss", "keeps", name)
    assert result.exit_code == 1
    assert result.stdout_bytes == Path(name).read_bytes()
    assert "✗ rejected" in result.stderr


def test_json_holds_the_whole_outcome(tmp_path: Path) -> None:
    (told,) = answers(run("repair", "--format", "json", write(tmp_path / "a.json", UNPAIRED)))
    assert list(told) == ["verdict_before", "verdict_after", "changes", "remaining", "betas", "ids", "cost", "request"]
    assert (told["verdict_before"], told["verdict_after"]) == ("rejected", "accepted")
    assert set(told["changes"][0]) == {"pass", "rule", "path", "loss", "invents", "what", "cost"}


def test_layout_and_letters_of_the_input_are_kept(tmp_path: Path) -> None:
    request = {**UNPAIRED, "system": "Grüße 👋"}
    indented = run("repair", write(tmp_path / "a.json", request, indent=4)).stdout_bytes
    assert indented.startswith(b'{\n  "model"')
    assert indented.endswith(b"}\n")
    compact = run("repair", write(tmp_path / "a.json", request, end="")).stdout_bytes
    assert b"\n" not in compact
    assert "Grüße 👋".encode() in compact


def test_shape_of_the_input_is_kept(tmp_path: Path) -> None:
    messages = json.loads(run("repair", write(tmp_path / "a.json", ORPHAN)).stdout)
    assert isinstance(messages, list)
    batch = json.loads(run("repair", write(tmp_path / "a.json", {"custom_id": "x", "params": UNPAIRED})).stdout)
    assert batch["custom_id"] == "x"


def test_fields_are_taken_off_again(tmp_path: Path) -> None:
    fields = write(tmp_path / "f.json", {"tools": UNPAIRED["tools"], "model": "claude-sonnet-4-5", "max_tokens": 9})
    messages = write(tmp_path / "m.json", UNPAIRED["messages"])
    repaired = json.loads(run("repair", "--with", fields, messages).stdout)
    assert [message["role"] for message in repaired] == ["user", "assistant", "user"]
    body = {key: value for key, value in UNPAIRED.items() if key != "tools"}
    repaired = json.loads(run("repair", "--with", fields, write(tmp_path / "b.json", body)).stdout)
    assert set(repaired) == set(body)


def test_in_place_writes_back_and_keeps_every_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    name = write(path, UNPAIRED)
    path.chmod(0o640)
    before = path.read_bytes()
    (tmp_path / "a.json.bak").write_bytes(b"older")
    result = run("repair", "--in-place", name)
    assert result.exit_code == 0
    assert "✓ accepted" in result.stdout
    assert path.read_bytes() != before
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert (tmp_path / "a.json.bak").read_bytes() == b"older"
    assert (tmp_path / "a.json.bak.1").read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.json", "a.json.bak", "a.json.bak.1"]


def test_in_place_writes_nothing_when_nothing_changed(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", ACCEPTED)
    before = (tmp_path / "a.json").stat()
    assert run("repair", "--in-place", name).exit_code == 0
    after = (tmp_path / "a.json").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [p.name for p in tmp_path.iterdir()] == ["a.json"]


def test_in_place_writes_through_a_link(tmp_path: Path) -> None:
    write(tmp_path / "a.json", UNPAIRED)
    (tmp_path / "link.json").symlink_to(tmp_path / "a.json")
    assert run("repair", "--in-place", str(tmp_path / "link.json")).exit_code == 0
    assert (tmp_path / "link.json").is_symlink()
    assert run("check", str(tmp_path / "a.json")).exit_code == 0


def test_output_may_be_a_folder_for_several_files(tmp_path: Path) -> None:
    names = [write(tmp_path / "a.json", ACCEPTED), write(tmp_path / "b.json", UNPAIRED)]
    (tmp_path / "out").mkdir()
    assert run("repair", *names, "-o", str(tmp_path / "out")).exit_code == 0
    assert (tmp_path / "out" / "a.json").read_bytes() == (tmp_path / "a.json").read_bytes()
    assert run("check", str(tmp_path / "out" / "b.json")).exit_code == 0


def test_several_files_on_stdout_are_one_object_a_line(tmp_path: Path) -> None:
    names = [write(tmp_path / "a.json", ACCEPTED), write(tmp_path / "b.json", UNPAIRED)]
    for more in ([], ["--format", "json"]):
        result = run("repair", *more, *names)
        assert [a["input"] for a in answers(result)] == names


def test_output_may_be_a_device(tmp_path: Path) -> None:
    assert run("repair", write(tmp_path / "a.json", ACCEPTED), "-o", "/dev/null").exit_code == 0
    assert Path("/dev/null").is_char_device()


@pytest.mark.parametrize(
    "args",
    [
        ["--in-place", "-o", "x"],
        ["--in-place", "-"],
        ["--in-place", "--jsonl", "a.jsonl"],
        ["a.json", "b.json", "-o", "out.json"],
        ["--max-loss", "everything", "a.json"],
    ],
)
def test_options_that_do_not_go_together_are_a_usage_error(args: list[str]) -> None:
    assert run("repair", *args).exit_code == 2


def test_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    result = run("repair", write(tmp_path / "a.json", ACCEPTED), "-o", str(tmp_path / "none" / "b.json"))
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


def test_unreadable_input_writes_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{")
    assert run("repair", str(tmp_path / "a.json"), "-o", str(tmp_path / "b.json")).exit_code == 2
    assert not (tmp_path / "b.json").exists()


def test_each_line_is_answered_by_an_outcome(tmp_path: Path) -> None:
    lines = [{"id": "a", "request": UNPAIRED}, {"custom_id": "b", "params": ACCEPTED}, NO_REPAIR, "x"]
    given = "\n".join(map(json.dumps, lines)).encode()
    result = run("repair", "--jsonl", given=given)
    assert result.exit_code == 2
    told = answers(result)
    assert [a["id"] for a in told] == ["a", "b", 3, 4]
    assert told[1]["request"] == lines[1]
    assert [a.get("verdict_after") for a in told] == ["accepted", "accepted", "rejected", None]
    assert run("repair", "--jsonl", "-o", str(tmp_path / "out.jsonl"), given=given).stdout == ""
    assert (tmp_path / "out.jsonl").read_bytes() == result.stdout_bytes
