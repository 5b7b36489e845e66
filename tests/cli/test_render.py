import json
from pathlib import Path

from sendable.conversation import Conversation, Message, NativeCall, Text, Thinking, ToolCall, ToolResult, dumps
from sendable.render import render
from sendable.sources.load import load
from tests.cli.requests import write
from tests.cli.running import program, run
from tests.sources.sessions import plain

HELD = Conversation(
    messages=[
        Message(role="user", parts=[Text(text="hi")], bare=True),
        Message(
            role="assistant",
            parts=[
                Thinking(text="hm"),
                NativeCall(provider="openai", id="ws_1", tool="web_search", arguments={"q": "x"}),
                ToolCall(id="toolu_1", name="look"),
            ],
        ),
        Message(role="tool", parts=[ToolResult(call_id="toolu_1", parts=[Text(text="a"), Text(text="b")])]),
    ]
)


def test_request_is_printed_unrepaired(tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_bytes(plain().data)
    done = program("render", "--from", "claude-code", str(tmp_path / "s.jsonl"))
    assert done.returncode == 0
    assert json.loads(done.stdout) == render(load(plain().data))
    assert done.stdout.startswith(b'{\n  "model": "claude-sonnet-4-5"')
    assert done.stdout.endswith(b"}\n")
    assert program("render", given=plain().data).stdout == done.stdout


def test_compact_is_one_line(tmp_path: Path) -> None:
    result = run("render", "--compact", "--model", "claude-opus-4-8", write(tmp_path / "a.json", HELD_JSON))
    assert result.stdout.count("\n") == 1
    assert json.loads(result.stdout)["model"] == "claude-opus-4-8"


HELD_JSON = json.loads(dumps(HELD))


def test_choices_of_the_rendering(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", HELD_JSON)
    plainly = json.loads(run("render", name).stdout)["messages"]
    assert [block["type"] for block in plainly[1]["content"]] == ["text", "tool_use"]
    assert isinstance(plainly[2]["content"][0]["content"], list)
    chosen = ("--text-results", "string", "--thinking", "text", "--native", "drop")
    messages = json.loads(run("render", *chosen, name).stdout)["messages"]
    assert messages[1]["content"][0] == {"type": "text", "text": "hm"}
    assert len(messages[1]["content"]) == 2
    assert messages[2]["content"][0]["content"] == "ab"


def test_fields_and_target_make_the_envelope(tmp_path: Path) -> None:
    fields = write(tmp_path / "f.json", {"max_tokens": 9, "tools": [], "messages": []})
    name = write(tmp_path / "a.json", HELD_JSON)
    body = json.loads(run("render", "--platform", "bedrock", "--with", fields, name).stdout)
    assert (body["anthropic_version"], body["max_tokens"], body["tools"]) == ("bedrock-2023-05-31", 9, [])
    assert len(body["messages"]) == 3


def test_what_was_lost_goes_to_stderr_and_the_request_into_a_file(tmp_path: Path) -> None:
    session = plain()
    session.raw(b'{"type":"us')
    result = run("render", "-o", str(tmp_path / "r.json"), "-", given=session.data)
    assert result.stdout == ""
    assert "line 8: the last line, which is cut off" in result.stderr
    assert json.loads((tmp_path / "r.json").read_bytes())["messages"]


def test_unknown_history_exits_2(tmp_path: Path) -> None:
    done = program("render", write(tmp_path / "a.json", {"x": 1}))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no known format" in done.stderr
