import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sendable.cli.histories import by_lines, conversation_of, given, read_inputs, rendered, tell_lost
from sendable.cli.loading import Loading
from sendable.cli.targeting import Targeting
from sendable.conversation import Audio, Base64, Conversation, Lost, Message, dumps
from sendable.errors import UnreadableError, UsageError
from sendable.reporting.page import Page
from sendable.sources.load import load
from sendable.targets import Target
from sendable.wire.build import request, user
from tests.cli.requests import ACCEPTED, LOST_RESULT, write
from tests.cli.running import answers, program, run
from tests.sources.sessions import Session, call, plain

CHAT = [
    {"role": "user", "content": "Look"},
    {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call_1", "type": "function", "function": {"name": "look", "arguments": "{}"}}],
    },
    {"role": "user", "content": "And?"},
]
TARGETING = Targeting(None, "api", (), "messages", False)
HEARD = Conversation(messages=[Message(role="user", parts=[Audio(source=Base64(data="aGk=", media_type="audio/wav"))])])


def broken() -> Session:
    session = plain()
    session.assistant(call("toolu_9"), isApiErrorMessage=False)
    session.user("And?")
    return session


def kept(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


def test_request_is_judged_as_it_is_with_or_without_its_name(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", LOST_RESULT)
    found = run("check", name)
    assert run("check", "--from", "anthropic", name).stdout == found.stdout
    read = given(name, None, TARGETING, None)
    assert (read.form, read.record(), read.places) == (None, {}, Path(name).read_bytes())


def test_system_message_in_front_stays_a_fault_of_a_request(tmp_path: Path) -> None:
    held = request({"role": "system", "content": "Be brief."}, user("hi"), model="claude-sonnet-4-5")
    assert given(write(tmp_path / "a.json", held), None, TARGETING, None).form is None
    bodies = (
        {"max_tokens": 9, "messages": held["messages"]},
        {"model": "us.anthropic.claude-sonnet-4-5", "messages": held["messages"]},
        {"messages": held["messages"], "system": "Be kind."},
        {"anthropic_version": "bedrock-2023-05-31", "messages": held["messages"]},
    )
    for body in bodies:
        assert given(write(tmp_path / "b.json", body), None, TARGETING, None).form is None
    chat = {"model": "claude-sonnet-4-5", "messages": [held["messages"][0], *CHAT]}
    assert given(write(tmp_path / "c.json", chat), None, TARGETING, None).form == "openai-chat"
    assert given(write(tmp_path / "d.json", CHAT), None, TARGETING, None).form == "openai-chat"


@pytest.mark.parametrize("command", ["check", "repair", "render"])
def test_chat_is_found_out_by_its_parts(tmp_path: Path, command: str) -> None:
    sound = {"type": "input_audio", "input_audio": {"data": "aGk=", "format": "wav"}}
    bitmap = {"type": "image_url", "image_url": {"url": "data:image/bmp;base64,Qk0="}}
    for part in (sound, bitmap):
        said = [{"role": "user", "content": [{"type": "text", "text": "Look"}, part]}]
        for value in (said, {"model": "gpt-4o", "messages": said}, [{"role": "system", "content": "Hi"}, *said]):
            result = run(command, write(tmp_path / "a.json", value))
            assert result.exit_code == 2
            assert ".parts." in result.stderr
    seen = {"type": "image_url", "image_url": {"url": "https://example.com/a.png"}}
    name = write(tmp_path / "b.json", [{"role": "user", "content": [seen]}])
    assert run("check", name).exit_code == 0
    block = json.loads(run("repair", name).stdout)["messages"][0]["content"][0]
    assert block == {"type": "image", "source": {"type": "url", "url": "https://example.com/a.png"}}


def test_system_prompt_of_a_chat_is_kept_as_such(tmp_path: Path) -> None:
    said = [{"role": "system", "content": "You are a pirate."}, user("Hi")]
    for value in (said, {"model": "gpt-4o", "max_tokens": 9, "messages": said}, {"messages": said}):
        name = write(tmp_path / "a.json", value)
        done = program("repair", name, "--model", "claude-sonnet-4-5")
        request_made = json.loads(done.stdout)
        assert (done.returncode, request_made["model"]) == (0, "claude-sonnet-4-5")
        assert request_made["system"] == [{"type": "text", "text": "You are a pirate."}]
        assert request_made["messages"] == [user("Hi")]
        assert request_made == json.loads(run("render", name, "--model", "claude-sonnet-4-5").stdout)


def test_lines_of_chats_are_found_out_one_by_one(tmp_path: Path) -> None:
    log = {"id": "q", "request": ACCEPTED, "target": {"model": "claude-opus-4-8"}}
    values = [ACCEPTED, {"id": "c", "messages": CHAT}, CHAT, log, {"custom_id": "b", "params": ACCEPTED}]
    name = kept(tmp_path / "c.jsonl", b"\n".join(map(msgspec.json.encode, values)))
    told = answers(run("repair", name, "--model", "claude-sonnet-4-5"))
    assert [one["id"] for one in told] == [1, "c", 3, "q", "b"]
    assert [one.get("from") for one in told] == [None, "openai-chat", "openai-chat", None, None]
    assert [one["verdict_after"] for one in told] == ["accepted"] * 5
    assert told[2]["request"]["messages"][1]["content"][0]["type"] == "tool_use"
    assert [one["verdict"] for one in answers(run("check", name))][1:3] == ["rejected", "rejected"]


def test_lines_with_no_mark_but_the_system_message_or_the_tools_are_chats_too(tmp_path: Path) -> None:
    tool = {"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}
    values: list[Any] = [[{"role": "system", "content": "Be brief."}, user("Hi")], {"messages": [user("Hi")]}]
    values += [{"messages": [user("Hi")], "tools": [tool]}, [], {"messages": None}]
    name = kept(tmp_path / "c.jsonl", b"\n".join(map(msgspec.json.encode, values)))
    told = answers(run("check", name))
    assert [one.get("from") for one in told] == ["openai-chat", None, "openai-chat", None, None]
    for at in (0, 1, 2):
        assert load(values[at]) == load(values[at], told[at].get("from", "anthropic"))


def test_session_is_found_out_and_checked(tmp_path: Path) -> None:
    name = kept(tmp_path / "s.jsonl", broken().data)
    result = run("check", name)
    assert result.exit_code == 1
    assert "claude-sonnet-4-5 on api" in result.stdout
    assert "tool-use-without-result" in result.stdout
    assert run("check", "--from", "claude-code", "-", given=broken().data).exit_code == 1
    assert run("check", kept(tmp_path / "t.jsonl", plain().data)).exit_code == 0


def test_json_names_the_format_and_what_was_lost(tmp_path: Path) -> None:
    session = broken()
    session.raw(b'{"type":"us')
    (told,) = answers(run("check", "--format", "json", kept(tmp_path / "s.jsonl", session.data)))
    assert told["from"] == "claude-code"
    assert told["lost"] == [{"path": "line 10", "what": "the last line, which is cut off"}]
    assert told["findings"][0]["path"] == "messages.4.content.0"
    (told,) = answers(run("repair", "--format", "json", str(tmp_path / "s.jsonl")))
    assert (told["from"], len(told["lost"]), told["verdict_after"]) == ("claude-code", 1, "accepted")
    sarif = json.loads(run("check", "--format", "sarif", str(tmp_path / "s.jsonl")).stdout)
    (found,) = sarif["runs"][0]["results"]
    assert "region" not in found["locations"][0]["physicalLocation"]


def test_repaired_request_of_a_history_goes_to_stdout(tmp_path: Path) -> None:
    for data in (broken().data, plain().data):
        done = program("repair", kept(tmp_path / "s.jsonl", data))
        assert done.returncode == 0
        assert json.loads(done.stdout)["messages"][0] == {"role": "user", "content": "List the files"}


def test_fields_go_around_a_history_and_win(tmp_path: Path) -> None:
    fields = write(tmp_path / "f.json", {"model": "claude-opus-4-8", "max_tokens": -1, "system": "Be brief."})
    name = kept(tmp_path / "s.jsonl", plain().data)
    result = run("check", "--with", fields, name)
    assert result.exit_code == 1
    assert "claude-opus-4-8" in result.stdout
    assert "claude-haiku-4-5" in run("check", "--model", "claude-haiku-4-5", name).stdout


def test_model_of_a_history_settles_the_target_where_no_body_holds_it(tmp_path: Path) -> None:
    name = kept(tmp_path / "s.jsonl", plain().data)
    assert "claude-sonnet-4-5 on bedrock" in run("check", "--platform", "bedrock", name).stdout


def test_named_format_is_loaded(tmp_path: Path) -> None:
    name = write(tmp_path / "c.json", CHAT)
    result = run("repair", "--from", "openai-chat", "--model", "claude-sonnet-4-5", name)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["messages"][2]["content"][0]["tool_use_id"] == "call_1"


def test_tools_that_a_history_does_not_show_are_not_held_against_it(tmp_path: Path) -> None:
    session = plain()
    session.assistant(call("toolu_9"))
    session.result("toolu_9", [{"type": "tool_reference", "tool_name": "Glob"}])
    name = kept(tmp_path / "s.jsonl", session.data)
    assert run("check", name).exit_code == 0
    assert run("check", "--with", write(tmp_path / "f.json", {"tools": []}), name).exit_code == 1
    nameless = write(tmp_path / "c.json", CHAT)
    done = run("repair", "--from", "openai-chat", nameless)
    assert (done.exit_code, "model" in json.loads(done.stdout)) == (0, False)


def test_lines_of_a_named_format_are_answered_one_by_one(tmp_path: Path) -> None:
    lines = "".join(json.dumps({"messages": CHAT}) + "\n" for _ in range(2)) + "nonsense\n"
    name = kept(tmp_path / "c.jsonl", lines.encode())
    for command in ("check", "repair"):
        result = run(command, "--from", "openai-chat", "--model", "claude-sonnet-4-5", name)
        told = answers(result)
        assert result.exit_code == 2
        assert [one.get("from") for one in told] == ["openai-chat", "openai-chat", None]
        assert told[2]["verdict"] == "unreadable"


def test_lines_of_requests_stay_lines(tmp_path: Path) -> None:
    name = kept(tmp_path / "r.jsonl", json.dumps(ACCEPTED).encode() * 1 + b"\nno\n")
    assert by_lines(name, False, None)
    assert by_lines(name, False, "anthropic")
    assert by_lines("no-such.jsonl", False, None)
    assert by_lines("a.json", True, None)
    assert not by_lines(kept(tmp_path / "s.jsonl", plain().data), False, None)
    assert not by_lines(name, False, "claude-code")
    with pytest.raises(UsageError, match="are one history"):
        by_lines(name, True, "claude-code")
    held = list(read_inputs(name, Targeting(None, "api", (), "messages", False), None, None))
    assert [line.error == "" for line, _ in held] == [True, False]


def test_content_without_a_form_is_told_with_its_place(tmp_path: Path) -> None:
    name = kept(tmp_path / "a.json", dumps(HEARD))
    for command in ("check", "repair", "render"):
        done = program(command, name)
        assert done.returncode == 2
        assert "messages.0.parts.0: audio content is not supported" in " ".join(done.stderr.decode().split())
    with pytest.raises(UnreadableError, match=r"^messages\.0\.parts\.0: audio"):
        rendered(HEARD, Target(), None)


def test_what_is_no_json_is_told_as_for_a_request(tmp_path: Path) -> None:
    name = kept(tmp_path / "a.json", b"nonsense")
    assert run("check", name).exit_code == 2
    assert run("check", "--from", "claude-code", name).exit_code == 2
    with pytest.raises(UnreadableError):
        conversation_of(name, None, Loading())


def test_history_of_another_format_is_unreadable_as_the_named_one(tmp_path: Path) -> None:
    assert run("check", "--from", "claude-code", write(tmp_path / "a.json", request(user("hi")))).exit_code == 2


def test_many_losses_are_counted() -> None:
    page = Page()
    tell_lost(page, [Lost(f"line {number}", "x") for number in range(20)])
    assert len(page.lines) == 9
    assert "12 more" in page.lines[-1]


def test_neutral_form_is_loaded_as_it_is(tmp_path: Path) -> None:
    held: Any = load(plain().data)
    name = kept(tmp_path / "n.json", dumps(held))
    assert conversation_of(name, None, Loading()) == held
    assert conversation_of(name, "sendable", Loading()) == held
    assert msgspec.json.decode(run("render", name).stdout_bytes)["messages"]


def test_lines_that_are_a_history_only_together_are_one(tmp_path: Path) -> None:
    said = [
        {"role": role, "content": "Hi", "tool_calls": [], "extra_args": {}} for role in ("user", "assistant", "user")
    ]
    rpc = [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "look", "arguments": {}}},
        {"jsonrpc": "2.0", "id": 1, "result": {"content": []}},
    ]
    for form, history in (("flink-agents", said), ("mcp", rpc)):
        name = kept(tmp_path / f"{form}.jsonl", b"\n".join(map(msgspec.json.encode, history)))
        assert not by_lines(name, False, None)
        assert not by_lines(name, False, form)
        assert given(name, None, TARGETING, None).form == form
    several = kept(tmp_path / "several.jsonl", b"\n".join([msgspec.json.encode(said)] * 2))
    assert by_lines(several, False, "flink-agents")


def test_line_of_a_log_may_stand_in_a_file_of_its_own(tmp_path: Path) -> None:
    held = {"id": "q", "request": LOST_RESULT, "target": {"model": "claude-opus-4-8", "platform": "bedrock"}}
    name = write(tmp_path / "a.json", held, indent=2)
    read = given(name, None, TARGETING, None)
    assert (read.held.source.request, read.held.target.platform) == (LOST_RESULT, "bedrock")
    assert run("check", write(tmp_path / "b.json", {"request": ACCEPTED})).exit_code == 0
    assert run("render", name).exit_code == run("convert", name).exit_code == 0
    assert run("repair", "--in-place", name).exit_code == 0
    repaired = json.loads(Path(name).read_bytes())
    assert (repaired["id"], repaired["target"]) == (held["id"], held["target"])
    assert run("check", name).exit_code == 0


def test_line_of_a_log_with_a_target_that_is_none_is_unreadable(tmp_path: Path) -> None:
    result = run("check", write(tmp_path / "a.json", {"request": ACCEPTED, "target": {"modle": "x"}}))
    assert (result.exit_code, "modle" in result.stderr) == (2, True)
