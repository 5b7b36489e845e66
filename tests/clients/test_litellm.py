"""LiteLLM, and the OpenAI Agents SDK over it, over HTTP; LiteLLM pins so much that its environment is its own."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sendable.testing import MessagesApi
from tests.clients.conftest import Tells

ROOT = Path(__file__).parents[2]
PYTHON = Path(os.environ.get("SENDABLE_LITELLM_PYTHON", ROOT / ".venv-litellm" / "bin" / "python"))
PACKAGES = "litellm, openai-agents, msgspec and click"

pytestmark = pytest.mark.skipif(
    not PYTHON.exists(), reason=f"needs {PACKAGES} in .venv-litellm, or SENDABLE_LITELLM_PYTHON"
)

FUNCTION = {"name": "search", "description": "Looks it up.", "parameters": {"type": "object", "properties": {}}}
LOST = (
    "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message."
)
ORPHAN = (
    "messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. Each `tool_result` block "
    "must have a corresponding `tool_use` block in the previous message."
)


def said(content: str) -> dict[str, Any]:
    return {"role": "user", "content": content}


def call(name: str) -> dict[str, Any]:
    return {"id": name, "type": "function", "function": {"name": "search", "arguments": "{}"}}


def calling(name: str) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": [call(name)]}


def result(name: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": name, "content": "42"}


def item(name: str) -> dict[str, Any]:
    return {"type": "function_call", "call_id": name, "name": "search", "arguments": "{}"}


def output(name: str) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": name, "output": "42"}


def run(messages_api: MessagesApi, client: str, histories: list[Any]) -> list[Any]:
    """What each of these histories gets, alone and repaired, in one process: it takes seconds to start."""
    messages_api.script("All right.")
    tools = [{"type": "function", "function": FUNCTION}]
    fields = {"client": client, "address": messages_api.base_url, "tools": tools}
    asked = [{**fields, "messages": held, "repairs": repairs} for held in histories for repairs in (False, True)]
    script = str(Path(__file__).parent / "litellm_run.py")
    done = subprocess.run(
        [str(PYTHON), "-W", "ignore", script, json.dumps(asked)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr.decode()
    told: list[Any] = json.loads(done.stdout)
    return told


def version(package: str) -> str:
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run([str(PYTHON), "-c", code], capture_output=True, check=True, text=True).stdout.strip()


CALL_LOST = "a client call whose result was lost"
CALL_GONE = "a result without its call"
BROKEN: dict[str, dict[str, tuple[Any, str]]] = {
    "litellm": {
        CALL_LOST: ([said("Find it."), calling("toolu_1"), said("?")], LOST),
        CALL_GONE: ([said("Find it."), result("toolu_1")], ORPHAN),
    },
    "openai-agents": {
        CALL_LOST: ([said("Find it."), item("toolu_1"), said("?")], LOST),
        CALL_GONE: ([said("Find it."), output("toolu_1")], ORPHAN),
    },
}
RENAMED = {
    "litellm": [said("Find it."), calling("a:0"), result("a:0")],
    "openai-agents": [said("Find it."), item("a:0"), output("a:0")],
}


@pytest.mark.parametrize("package", BROKEN)
def test_broken_histories_are_refused_and_answered_when_repaired(
    messages_api: MessagesApi, package: str, tells: Tells
) -> None:
    histories = [messages for messages, _ in BROKEN[package].values()]
    told = run(messages_api, package, [*histories, RENAMED[package]])
    messages = [message for _, message in BROKEN[package].values()]
    assert [refused.message for refused in messages_api.rejections] == messages
    for refused, message in zip(told[:4:2], messages, strict=True):
        assert refused["status"] == 400
        assert message in refused["message"].replace('\\"', '"')
    answered = [*told[1::2], told[-2]]
    assert [set(answer["text"]) for answer in answered] == [{"All right."}] * 4
    for name, (_, message) in BROKEN[package].items():
        tells(package, name, message, "answered, by a transport of its HTTP client", version=version(package))
    scenario = "a call with an id of another provider"
    tells(package, scenario, "answered: LiteLLM renames the id", "answered", version=version(package))
