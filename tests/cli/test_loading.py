import json
from pathlib import Path

import msgspec
import pytest

from sendable.cli.loading import Loading
from sendable.errors import UsageError
from tests.cli.running import answers, program, run

ROWS = [
    {"session_id": name, "message_data": json.dumps({"role": "user", "content": f"I am {name}"})} for name in ("a", "b")
]
ENVELOPE = json.dumps({"$content_blocks": [{"type": "text", "text": "42"}]})
FLINK = [
    {"role": "user", "content": "Look", "tool_calls": [], "extra_args": {}},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "u", "original_id": "t1", "function": {"name": "look", "arguments": {}}}],
        "extra_args": {},
    },
    {"role": "tool", "content": ENVELOPE, "tool_calls": [], "extra_args": {"external_id": "t1"}},
]


def chats(folder: Path) -> str:
    kept = folder / "c.jsonl"
    lines = [[{"role": "system", "content": "Be brief."}, {"role": "user", "content": said}] for said in ("one", "two")]
    kept.write_bytes(b"\n".join(map(msgspec.json.encode, lines)))
    return str(kept)


def test_values_are_read_as_the_loader_takes_them() -> None:
    assert Loading(["line=2"]).of("openai-chat") == {"line": 2}
    assert Loading(["expand-content-blocks"]).of("flink-agents") == {"expand_content_blocks": True}
    assert Loading(["expand_content_blocks=No"]).of("flink-agents") == {"expand_content_blocks": False}
    assert Loading(["max_block_bytes=9"]).of("flink-agents") == {"max_block_bytes": 9}
    assert Loading(["session=a=b", "branch=x"]).of("openai-responses") == {"session": "a=b", "branch": "x"}
    assert Loading(["audio=note"]).of("mcp") == {"audio": "note"}
    assert Loading().of("anthropic") == {}


@pytest.mark.parametrize(
    ("given", "form"),
    [("line=two", "openai-chat"), ("expand_content_blocks=2", "flink-agents"), ("line=1", "mcp"), ("line=1", "otel")],
)
def test_values_of_another_kind_and_options_of_another_format_are_refused(given: str, form: str) -> None:
    with pytest.raises(UsageError, match="--option"):
        Loading([given]).of(form)


def test_option_that_no_format_has_is_refused() -> None:
    with pytest.raises(UsageError, match="no format has such an option"):
        Loading(["lime=2"])


@pytest.mark.parametrize("command", ["check", "repair", "render", "convert"])
def test_one_of_several_conversations_is_chosen(tmp_path: Path, command: str) -> None:
    done = run(command, chats(tmp_path), "--option", "line=2", "-o", str(tmp_path / "o.json"))
    if command == "check":
        done = run(command, chats(tmp_path), "--option", "line=2", "--format", "json")
        assert len(answers(done)) == 1
    else:
        assert "two" in (tmp_path / "o.json").read_text()
    assert done.exit_code == 0


def test_session_is_chosen_by_its_id(tmp_path: Path) -> None:
    name = tmp_path / "rows.json"
    name.write_bytes(msgspec.json.encode(ROWS))
    assert "the option `session`" in run("render", str(name)).stderr
    held = json.loads(program("render", str(name), "--option", "session=b").stdout)
    assert "I am b" in str(held["messages"])
    assert "I am a" not in str(held["messages"])
    assert run("check", str(name), "--option", "session=c").exit_code == 2


def test_choice_that_is_missing_is_the_fault_of_that_input_alone(tmp_path: Path) -> None:
    rows, other = tmp_path / "rows.json", tmp_path / "other.json"
    rows.write_bytes(msgspec.json.encode(ROWS))
    other.write_bytes(msgspec.json.encode([{"role": "user", "content": "Hi"}]))
    result = run("check", "--format", "json", str(rows), str(other))
    assert [one["verdict"] for one in answers(result)] == ["unreadable", "accepted"]
    assert result.exit_code == 2


def test_envelopes_are_opened_where_it_is_said(tmp_path: Path) -> None:
    name = tmp_path / "f.json"
    name.write_bytes(msgspec.json.encode(FLINK))
    for option, content in ((), ENVELOPE), (("--option", "expand_content_blocks"), [{"type": "text", "text": "42"}]):
        held = json.loads(program("render", str(name), *option).stdout)
        assert held["messages"][-1]["content"][0]["content"] == content


def test_audio_of_mcp_may_become_a_note(tmp_path: Path) -> None:
    name = tmp_path / "m.json"
    name.write_bytes(msgspec.json.encode({"content": [{"type": "audio", "data": "aGk=", "mimeType": "audio/wav"}]}))
    assert run("render", str(name)).exit_code == 2
    assert run("render", str(name), "--option", "audio=note").exit_code == 0
    assert run("render", str(name), "--option", "audio=loud").exit_code == 2


def test_options_do_not_go_with_a_request_or_with_all_lines(tmp_path: Path) -> None:
    name = tmp_path / "a.json"
    name.write_bytes(b'{"messages": [{"role": "user", "content": "Hi"}]}')
    assert run("check", str(name), "--option", "line=1").exit_code == 2
    result = run("check", "--jsonl", chats(tmp_path), "--option", "line=1")
    assert (result.exit_code, "all of them" in result.stderr) == (2, True)
