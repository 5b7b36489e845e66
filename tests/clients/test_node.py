"""The clients for TypeScript over HTTP, alone and with the command `sendable repair` in their `fetch`."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sendable.testing import MessagesApi
from sendable.wire.build import document, image, user
from tests.clients.broken import BROKEN, OPUS, body_of
from tests.clients.conftest import Tells
from tests.clients.gateways import Front
from tests.clients.media import PAGE, RED

FOLDER = Path(__file__).parent / "node"
NODE = shutil.which("node")
REPAIR = (sys.executable, "-m", "sendable", "repair", "-")

pytestmark = pytest.mark.skipif(
    NODE is None or not (FOLDER / "node_modules").exists(),
    reason=f"no node, or `npm install --no-package-lock` was not run in {FOLDER}",
)


def run(client: str, messages_api: MessagesApi, body: Any, *command: str) -> Any:
    return run_at(messages_api.base_url, client, body, *command)


def run_at(address: str, client: str, body: Any, *command: str) -> Any:
    asked = [str(NODE), "run.mjs", client, address, json.dumps(body), *command]
    done = subprocess.run(asked, cwd=FOLDER, capture_output=True, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", BROKEN)
def test_the_official_client_is_refused_and_answered_when_repaired(
    messages_api: MessagesApi, name: str, tells: Tells
) -> None:
    messages_api.script("All right.")
    messages, message = BROKEN[name]
    body = body_of(messages)
    assert run("official", messages_api, body) == {"status": 400, "message": message}
    assert run("official", messages_api, body, *REPAIR) == {"text": ["All right.", "All right."]}
    tells("@anthropic-ai/sdk", f"{name}, plain and streaming", message, "answered, by `sendable repair` in its `fetch`")


def said(*content: Any) -> Any:
    return {"role": "assistant", "content": list(content)}


CALL = {"type": "tool-call", "toolName": "search", "input": {}}
RESULT = {"type": "tool-result", "toolName": "search", "output": {"type": "text", "value": "42"}}
BROKEN_AI = {
    "a call with an id of another provider": (
        [
            user("Find it."),
            said({**CALL, "toolCallId": "a:0"}),
            {"role": "tool", "content": [{**RESULT, "toolCallId": "a:0"}]},
        ],
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    "a trimmed history that begins with a result": (
        [{"role": "tool", "content": [{**RESULT, "toolCallId": "toolu_1"}]}, user("And?")],
        "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` "
        "block must have a corresponding `tool_use` block in the previous message.",
    ),
}


@pytest.mark.parametrize("name", BROKEN_AI)
def test_the_ai_sdk_is_refused_and_answered_when_repaired(messages_api: MessagesApi, name: str, tells: Tells) -> None:
    messages_api.script("All right.")
    messages, message = BROKEN_AI[name]
    body = {"model": OPUS, "messages": messages}
    assert run("ai", messages_api, body) == {"status": 400, "message": message}
    assert run("ai", messages_api, body, *REPAIR) == {"text": ["All right.", "All right."]}
    tells("@ai-sdk/anthropic", f"{name}, plain and streaming", message, "answered, by `sendable repair` in its `fetch`")


GATEWAY = {
    **{("official", name): body_of(messages) for name, (messages, _) in BROKEN.items()},
    **{("ai", name): {"model": OPUS, "messages": messages} for name, (messages, _) in BROKEN_AI.items()},
}


@pytest.mark.parametrize(("client", "name"), GATEWAY)
def test_the_same_goes_on_through_the_gateway(client: str, name: str, front: Front, tells: Tells) -> None:
    package, known = {"official": ("@anthropic-ai/sdk", BROKEN), "ai": ("@ai-sdk/anthropic", BROKEN_AI)}[client]
    body = GATEWAY[client, name]
    assert run_at(front.server.base_url, client, body) == {"status": 400, "message": known[name][1]}
    assert run_at(front.address, client, body) == {"text": ["All right.", "All right."]}
    tells(package, f"the same: {name}", known[name][1], "answered, through the gateway")


def part(kind: str, media_type: str, data: str) -> dict[str, str]:
    return {"type": kind, "mediaType": media_type, "data": data}


HERE = {"type": "text", "text": "Here."}
MEDIA: dict[str, tuple[str, list[Any]]] = {
    "@anthropic-ai/sdk": ("official", [HERE, image(RED), document(PAGE)]),
    "@ai-sdk/anthropic": (
        "ai",
        [HERE, part("image-data", "image/png", RED), part("file-data", "application/pdf", PAGE)],
    ),
}


@pytest.mark.parametrize("package", MEDIA)
def test_picture_and_page_of_a_tool_arrive_in_one_result_in_order(
    package: str, messages_api: MessagesApi, tells: Tells
) -> None:
    client, returns = MEDIA[package]
    messages_api.script([{"match": "Look", "answers": [{"call": "look"}, "Red, and one page."]}])
    body = {"model": OPUS, "max_tokens": 1024, "messages": [user("Look at it.")], "returns": returns}
    for command in ((), REPAIR):
        assert run(client, messages_api, body, *command) == {"text": ["Red, and one page."] * 2}
    sent = [request["messages"][-1]["content"] for request in messages_api.requests[1::2]]
    assert len(sent) == 4
    for (result,) in sent:
        assert result["type"] == "tool_result"
        assert [block["type"] for block in result["content"]] == ["text", "image", "document"]
        assert [block["source"]["data"] for block in result["content"][1:]] == [RED, PAGE]
    assert messages_api.rejections == []
    way = "tool runner" if client == "official" else "steps"
    tells(package, f"{way}: a PNG and a PDF in one result, plain and streaming", "answered", "answered")
