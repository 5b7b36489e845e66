"""The Anthropic connection of Flink Agents over HTTP, stock and with sendable; its environment is its own."""

import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sendable.testing import MessagesApi
from sendable.wire.build import document, image, tool_use
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED

ROOT = Path(__file__).parents[2]
PYTHON = Path(os.environ.get("SENDABLE_FLINK_AGENTS_PYTHON", ROOT / ".venv-flink-agents" / "bin" / "python"))
PACKAGE = "flink-agents"

pytestmark = pytest.mark.skipif(
    not PYTHON.exists(), reason="needs flink-agents in .venv-flink-agents, or SENDABLE_FLINK_AGENTS_PYTHON"
)

SETTINGS = {"model": "claude-opus-4-8", "max_tokens": 1024}
MEDIA = [{"type": "text", "text": "Here."}, image(RED), document(PAGE)]
ENVELOPE = json.dumps({"$content_blocks": MEDIA})
# The SDK builds its types when they are first needed, which pydantic does not wait for inside of a message.
BUILT = {"DEFER_PYDANTIC_BUILD": "false"}
CALLER = "messages.1.content.1.tool_use.caller: Input should be an object"
LOST = (
    "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message."
)
EMPTY = "messages.1: all messages must have non-empty content except for the optional final assistant message"


def run(messages_api: MessagesApi, *asked: dict[str, Any], **environment: str) -> list[Any]:
    """What became of these conversations, one after the other in one process."""
    messages_api.script(
        [{"match": "Look", "answers": [["I look.", {"call": "look"}], "Red."]}, {"answer": "All right."}]
    )
    script = str(Path(__file__).parent / "flink_agents_run.py")
    given = {"ANTHROPIC_BASE_URL": messages_api.base_url, "PYTHONPATH": str(ROOT / "src"), **environment}
    done = subprocess.run(
        [str(PYTHON), "-W", "ignore", script, json.dumps([{"settings": SETTINGS, **one} for one in asked])],
        env={**os.environ, **given},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    told: list[Any] = json.loads(done.stdout)
    return told


@cache
def version() -> str:
    code = f"import importlib.metadata as m; print(m.version({PACKAGE!r}))"
    return subprocess.run([str(PYTHON), "-c", code], capture_output=True, check=True, text=True).stdout.strip()


def said(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def called(**more: Any) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": "",
        **(more or {"extra_args": {"anthropic_content_blocks": [tool_use(name="look")]}}),
    }


def returned(content: str, **extra: str) -> dict[str, Any]:
    return {"role": "tool", "content": content, "extra_args": extra}


def both(**asked: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    return {"connection": "stock", **asked}, {"connection": "prepared", **asked}


def results(request: dict[str, Any]) -> list[Any]:
    """The contents of the results in a request."""
    blocks = [block for held in request["messages"] if isinstance(held["content"], list) for block in held["content"]]
    return [block["content"] for block in blocks if block["type"] == "tool_result"]


def test_a_tool_call_fails_in_the_connection_and_is_answered_with_sendable(
    messages_api: MessagesApi, tells: Tells
) -> None:
    asked = {"messages": [said("Look.")], "returns": "42"}
    stock, prepared = run(messages_api, *both(**asked))
    assert stock == {"error": "TypeError: 'MockValSer' object cannot be converted to 'SchemaSerializer'"}
    assert prepared == {"text": "Red."}
    assert results(messages_api.requests[-1]) == ["42"]
    assert messages_api.rejections == []
    alone = f"fails when the answer is stored, before the result is sent: `{stock['error']}`"
    tells(PACKAGE, "a tool call and its result", alone, "answered, by a connection of one's own", version=version())

    stock, prepared = run(messages_api, *both(**asked), **BUILT)
    assert (stock, prepared) == ({"status": 400, "message": CALLER}, {"text": "Red."})
    scenario = "the same with `DEFER_PYDANTIC_BUILD=false`, which stores nulls"
    tells(PACKAGE, scenario, CALLER, "answered, by a connection of one's own", version=version())


def test_picture_and_page_are_told_as_one_text_and_arrive_by_the_envelope(
    messages_api: MessagesApi, tells: Tells
) -> None:
    stored = [said("And?"), called(), returned(str(MEDIA), external_id="toolu_1")]
    asked = {"messages": [said("Look.")], "returns": ENVELOPE}
    told = run(messages_api, {"connection": "stock", "messages": stored}, {"connection": "prepared", **asked})
    assert told == [{"text": "All right."}, {"text": "Red."}]
    first, *_, last = messages_api.requests
    assert results(first) == [str(MEDIA)]
    (content,) = results(last)
    assert [block["type"] for block in content] == ["text", "image", "document"]
    assert [block["source"]["data"] for block in content[1:]] == [RED, PAGE]
    assert messages_api.rejections == []
    tells(
        PACKAGE,
        "a tool that returns a PNG and a PDF in one result",
        "answered, but the result is one text, the `str` of a list: the media are lost",
        "answered with blocks, where the tool returns the envelope `$content_blocks` as JSON",
        version=version(),
    )


CALLS = [{"id": "1", "type": "function", "function": {"name": "look", "arguments": {}}, "original_id": "toolu_1"}]
BROKEN: dict[str, tuple[dict[str, Any], str]] = {
    "a client call whose result was lost": ({"messages": [said("?"), called(), said("Never mind.")]}, LOST),
    "a result as the Java side stores it (`externalId`)": (
        {"messages": [said("?"), called(), returned("42", externalId="toolu_1")]},
        "messages.2.content.0.tool_result.tool_use_id: Input should be a valid string",
    ),
    "calls without the blocks of the answer": (
        {"messages": [said("?"), called(tool_calls=CALLS), returned("42", external_id="toolu_1")]},
        EMPTY,
    ),
    "an empty answer": ({"messages": [said("?"), called(tool_calls=[]), said("And?")]}, EMPTY),
    "the default temperature on a newer model": (
        {"messages": [said("Hi.")], "settings": {**SETTINGS, "temperature": 0.1}},
        "`temperature` is deprecated for this model.",
    ),
}


def test_a_broken_history_is_refused_and_answered_when_prepared(messages_api: MessagesApi, tells: Tells) -> None:
    told = run(messages_api, *(one for asked, _ in BROKEN.values() for one in both(**asked)))
    refused, answered = told[::2], told[1::2]
    assert refused == [{"status": 400, "message": message} for _, message in BROKEN.values()]
    assert answered == [{"text": "All right."}] * len(BROKEN)
    assert len(messages_api.rejections) == len(BROKEN)
    for scenario, (_, message) in BROKEN.items():
        tells(PACKAGE, scenario, message, "answered, by a connection of one's own", version=version())
