"""Plain Java 17 over HTTP, alone and through the gateway; and what its tool returns in the envelope."""

import base64
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

import anthropic
import pytest

from sendable.prepare import prepare
from sendable.targets import Target
from tests.clients.broken import BROKEN, OPUS, body_of
from tests.clients.conftest import Tells
from tests.clients.gateways import Front
from tests.clients.media import PAGE, RED

CLIENT = Path(__file__).parent / "java" / "Client.java"
JAVA = shutil.which("java")
STREAMS = (False, True)

pytestmark = pytest.mark.skipif(
    JAVA is None or shutil.which("javac") is None, reason="no JDK: a Java that runs a source file"
)


class Told(NamedTuple):
    """What the client prints of an answer."""

    status: int
    changes: str
    body: str


class Run(NamedTuple):
    """A run of the client: for each of the broken conversations, plain and streaming, then that with the tool."""

    version: str
    alone: list[Told]
    through: list[Told]
    results: list[Any]


@pytest.fixture(scope="module")
def ran(front: Front, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One run at the emulator and at the gateway, and what the emulator got of the tool each time."""
    folder = tmp_path_factory.mktemp("java")
    bodies = [body_of(messages, stream=stream) for messages, _ in BROKEN.values() for stream in STREAMS]
    files = [folder / "red.png", folder / "page.pdf", *(folder / f"{at}.json" for at in range(len(bodies)))]
    held = [base64.b64decode(RED), base64.b64decode(PAGE), *(json.dumps(body).encode() for body in bodies)]
    for file, content in zip(files, held, strict=True):
        file.write_bytes(content)
    seen = len(front.server.emulator.requests)
    asked = [str(JAVA), str(CLIENT), f"{front.server.base_url},{front.address}", *map(str, files)]
    done = subprocess.run(asked, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    version, *lines = done.stdout.splitlines()
    cells = [line.split(" ") for line in lines]
    told = [Told(int(status), changes, base64.b64decode(body).decode()) for status, changes, body in cells]
    bodies = list(front.server.emulator.requests)[seen:]
    drawn = [body["messages"] for body in bodies if body["tools"][0]["name"] == "chart"]
    results = [messages[-1]["content"] for messages in drawn if len(messages) > 1]
    return Run(version, told[: len(told) // 2], told[len(told) // 2 :], results)


@pytest.mark.parametrize("at", range(len(BROKEN)), ids=BROKEN)
def test_a_broken_conversation_is_refused_alone_and_goes_on_through_the_gateway(
    at: int, ran: Run, tells: Tells
) -> None:
    name, (_, message) = list(BROKEN.items())[at]
    for refused in ran.alone[2 * at : 2 * at + 2]:
        assert (refused.status, refused.changes) == (400, "-")
        assert json.loads(refused.body)["error"]["message"] == message
    plain, streamed = ran.through[2 * at : 2 * at + 2]
    assert [(one.status, one.changes) for one in (plain, streamed)] == [(200, "1")] * 2
    assert json.loads(plain.body)["content"][-1]["text"] == "All right."
    assert streamed.body.startswith("event: message_start\n")
    assert '"text_delta","text":"All right."' in streamed.body
    told = ("answered, through the gateway", ran.version)
    tells("java.net.http", f"{name}, plain and streaming", message, *told)


def sent_by_python(front: Front, text: str, call_id: str) -> Any:
    """The result that Python sends for the same envelope: a stored history of Flink Agents, prepared."""
    call = {"id": "1", "type": "function", "function": {"name": "chart", "arguments": {}}, "original_id": call_id}
    history = [
        {"role": "user", "content": "Draw it.", "tool_calls": [], "extra_args": {}},
        {"role": "assistant", "content": "", "tool_calls": [call], "extra_args": {}},
        {"role": "tool", "content": text, "tool_calls": [], "extra_args": {"external_id": call_id}},
    ]
    opens = {"expand_content_blocks": True}
    fields = {"max_tokens": 1024, "tools": [{"name": "chart", "input_schema": {"type": "object", "properties": {}}}]}
    done = prepare(history, Target(model=OPUS), fields=fields, source_options=opens)
    with anthropic.Anthropic(base_url=front.server.base_url, api_key="any-key", max_retries=0) as client:
        client.messages.create(**done.request)
    return front.server.emulator.requests[-1]["messages"][-1]["content"]


def test_an_envelope_sent_by_java_arrives_as_the_very_json_that_python_sends(
    ran: Run, front: Front, tells: Tells
) -> None:
    assert [(one.status, one.changes) for one in (ran.alone[-1], ran.through[-1])] == [(200, "-"), (200, "-")]
    (text,), arrived = ran.results
    (result,) = arrived
    assert isinstance(text["content"], str)
    assert [block["type"] for block in result["content"]] == ["text", "image", "document"]
    assert result["content"][0]["text"] == 'Größe: "both"\n\t\u2028\U0001f600'
    assert [block["source"]["data"] for block in result["content"][1:]] == [RED, PAGE]
    python = sent_by_python(front, text["content"], result["tool_use_id"])
    assert json.dumps(arrived, sort_keys=True) == json.dumps(python, sort_keys=True)
    tells(
        "java.net.http",
        "a tool that returns text, a PNG and a PDF as a string, in the envelope",
        "answered: the model gets the string",
        "one result with text, image and document, the very JSON that Python sends; `--expand-content-blocks`",
        ran.version,
    )
