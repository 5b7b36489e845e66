import json
from pathlib import Path

import pytest

from tests.cli.requests import ACCEPTED, LOST_RESULT, ORPHAN, UNPAIRED, write
from tests.cli.running import answers, program, run


def test_accepted_request_exits_0(tmp_path: Path) -> None:
    result = run("check", write(tmp_path / "a.json", ACCEPTED))
    assert result.exit_code == 0
    assert "✓ accepted" in result.stdout


def test_refused_request_exits_1_and_shows_the_message_under_its_turn(tmp_path: Path) -> None:
    result = run("check", write(tmp_path / "a.json", UNPAIRED))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith("  ✗ 1  assistant"))
    assert "✗ web search call" in lines[at]
    assert lines[at + 1].split()[1:] == ["messages.1.content.1", "server-tool-unpaired"]
    assert "srvtoolu_1" in lines[at + 2]
    assert "Looking" not in result.stdout


def test_json_holds_verdict_findings_and_notes(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", UNPAIRED)
    (told,) = answers(run("check", "--format", "json", name))
    assert list(told) == ["input", "verdict", "findings", "notes"]
    assert (told["input"], told["verdict"], told["notes"]) == (name, "rejected", [])
    assert set(told["findings"][0]) == {"rule", "path", "message", "status", "type", "evidence"}


def test_several_files_are_one_object_a_line_and_the_worst_is_the_status(tmp_path: Path) -> None:
    names = [write(tmp_path / "a.json", ACCEPTED), write(tmp_path / "b.json", UNPAIRED), str(tmp_path / "none.json")]
    result = run("check", "--format", "json", *names)
    assert result.exit_code == 2
    assert [(a["input"], a["verdict"]) for a in answers(result)] == list(
        zip(names, ("accepted", "rejected", "unreadable"), strict=True)
    )


def test_name_outside_the_sdk_is_a_note(tmp_path: Path) -> None:
    newer = {**ACCEPTED, "messages": [{"role": "user", "content": [{"type": "hologram", "x": 1}]}]}
    result = run("check", "--format", "json", write(tmp_path / "a.json", newer))
    assert result.exit_code == 0
    assert answers(result)[0]["notes"]


def test_standard_input_is_read_without_file() -> None:
    result = run("check", "--format", "json", given=json.dumps(ACCEPTED).encode())
    assert result.exit_code == 0
    assert answers(result)[0]["input"] == "-"


def test_fields_make_a_list_of_messages_a_whole_request(tmp_path: Path) -> None:
    messages = write(tmp_path / "m.json", UNPAIRED["messages"])
    fields = write(tmp_path / "f.json", {"model": "claude-sonnet-4-5", "max_tokens": -1})
    assert run("check", messages).exit_code == 1
    told = answers(run("check", "--format", "json", "--with", fields, messages))[0]
    assert {"max_tokens", "messages.1.content.1"} <= {finding["path"] for finding in told["findings"]}


@pytest.mark.parametrize("text", ["[1]", "nonsense", "[]", '"x"'])
def test_fields_that_are_no_object_are_a_usage_error(tmp_path: Path, text: str) -> None:
    (tmp_path / "f.json").write_text(text)
    result = run("check", "--with", str(tmp_path / "f.json"), write(tmp_path / "a.json", ACCEPTED))
    assert result.exit_code == 2
    assert "--with" in result.stderr


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"   \n",
        b'{"messages": [',
        b"\xff\xfe\x00\x01",
        b"[" * 200_000,
        b'{"messages":' + b"[" * 900 + b"]" * 900 + b"}",
        b"7",
        b"[1, 2]",
        b'{"params": 3}',
        b"\x00" * 100,
        b'{"a": 1e999}',
    ],
)
def test_odd_input_never_gives_a_traceback(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.json").write_bytes(data)
    for command in ("check", "repair"):
        for layout in ("text", "json"):
            result = run(command, "--format", layout, str(tmp_path / "a.json"))
            assert result.exit_code in (1, 2)
            assert "internal error" not in result.stdout + result.stderr


def test_directory_and_missing_file_are_unreadable(tmp_path: Path) -> None:
    for name in (str(tmp_path), str(tmp_path / "none.json")):
        result = run("check", name)
        assert result.exit_code == 2
        assert "✗ unreadable" in result.stderr


def test_lone_surrogate_in_an_id_is_replaced_in_every_layout(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(LOST_RESULT).replace("toolu_7", "toolu_\\ud800"))
    for layout in ("text", "json", "sarif"):
        result = run("check", "--format", layout, str(tmp_path / "a.json"))
        assert result.exit_code == 1
        result.stdout_bytes.decode()


def test_control_characters_do_not_reach_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(LOST_RESULT).replace("toolu_7", "toolu_\\u001b[2J"))
    assert b"\x1b" not in run("check", str(tmp_path / "a.json")).stdout_bytes


def test_lines_are_answered_with_their_id_custom_id_or_number() -> None:
    lines = [
        {"id": "one", "request": ACCEPTED, "target": {"platform": "api", "betas": None}},
        {"custom_id": "two", "params": UNPAIRED},
        ACCEPTED,
        ORPHAN,
        {"id": 5, "request": {"params": ACCEPTED}},
    ]
    result = run("check", "--jsonl", given=b"\n\n".join(json.dumps(line).encode() for line in lines))
    assert result.exit_code == 1
    assert [(a["id"], a["verdict"]) for a in answers(result)] == [
        ("one", "accepted"),
        ("two", "rejected"),
        (5, "accepted"),
        (7, "rejected"),
        (5, "accepted"),
    ]


def test_unreadable_lines_are_answered_and_the_run_goes_on() -> None:
    lines = [
        b"{",
        b'{"id": "x", "request": 3}',
        b'{"id": "y", "request": {"messages": []}, "target": {"platform": "moon"}}',
        b'{"id": "z", "request": {"messages": []}, "target": 7}',
        b"\xff",
        json.dumps({"id": "good", "request": ACCEPTED}).encode(),
    ]
    result = run("check", "--jsonl", "-", given=b"\n".join(lines))
    assert result.exit_code == 2
    told = answers(result)
    assert [(a["id"], a["verdict"]) for a in told] == [
        (1, "unreadable"),
        ("x", "unreadable"),
        ("y", "unreadable"),
        ("z", "unreadable"),
        (5, "unreadable"),
        ("good", "accepted"),
    ]
    assert all(a["error"] for a in told[:5])


def test_line_names_its_own_target() -> None:
    request = {**ACCEPTED, "anthropic_version": "bedrock-2023-05-31"}
    lines = [{"id": n, "request": request, "target": {"platform": p}} for n, p in enumerate(("api", "bedrock"))]
    told = answers(run("check", "--jsonl", given="\n".join(map(json.dumps, lines)).encode()))
    assert told[0]["findings"] != told[1]["findings"]


def test_lone_surrogate_in_a_line_keeps_its_id_and_target() -> None:
    line = json.dumps({"id": "s", "request": ACCEPTED, "target": {"platform": "api"}}).replace("\\u00e9", "\\ud83d")
    told = answers(run("check", "--jsonl", given=line.encode()))[0]
    assert (told["id"], told["findings"][0]["rule"]) == ("s", "json-lone-surrogate")


def test_file_named_jsonl_is_read_by_lines(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(json.dumps(ACCEPTED) + "\n" + json.dumps(UNPAIRED) + "\n")
    result = run("check", str(tmp_path / "a.jsonl"))
    assert [(a["id"], a["verdict"]) for a in answers(result)] == [(1, "accepted"), (2, "rejected")]


def test_lines_do_not_go_with_another_layout() -> None:
    for layout in ("text", "sarif"):
        assert run("check", "--jsonl", "--format", layout, given=b"{}").exit_code == 2


def test_betas_may_be_named_one_by_one_or_not_at_all(tmp_path: Path) -> None:
    request = {**ACCEPTED, "mcp_servers": [{"type": "url", "url": "https://example.com", "name": "docs"}]}
    request["tools"] = [{"type": "mcp_toolset", "mcp_server_name": "docs"}]
    name = write(tmp_path / "a.json", request)
    assert run("check", name).exit_code == 0
    assert run("check", "--beta", "mcp-client-2025-11-20", "--beta", "x", name).exit_code == 0
    assert run("check", "--beta", "x,mcp-client-2025-11-20", name).exit_code == 0
    assert run("check", "--beta", "none", name).exit_code == 1


@pytest.mark.parametrize("args", [["--platform", "moon"], ["--format", "xml"], ["--nope"]])
def test_wrong_usage_exits_2(tmp_path: Path, args: list[str]) -> None:
    assert run("check", *args, write(tmp_path / "a.json", ACCEPTED)).exit_code == 2


def test_program_reads_a_pipe_and_sets_the_status() -> None:
    for request, status in ((ACCEPTED, 0), (UNPAIRED, 1), ("x", 2)):
        assert program("check", "-", given=json.dumps(request).encode()).returncode == status
