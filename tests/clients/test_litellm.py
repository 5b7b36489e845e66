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


def run(client: str, messages_api: MessagesApi, messages: Any, repairs: bool) -> Any:
    messages_api.script("All right.")
    tools = [{"type": "function", "function": FUNCTION}]
    asked = {"client": client, "address": messages_api.base_url, "messages": messages, "tools": tools}
    script = str(Path(__file__).parent / "litellm_run.py")
    done = subprocess.run(
        [str(PYTHON), "-W", "ignore", script, json.dumps({**asked, "repairs": repairs})],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def version(package: str) -> str:
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return subprocess.run([str(PYTHON), "-c", code], capture_output=True, check=True, text=True).stdout.strip()


BROKEN = [
    ("litellm", "a client call whose result was lost", [said("Find it."), calling("toolu_1"), said("?")], LOST),
    ("litellm", "a result without its call", [said("Find it."), result("toolu_1")], ORPHAN),
    ("openai-agents", "a client call whose result was lost", [said("Find it."), item("toolu_1"), said("?")], LOST),
    ("openai-agents", "a result without its call", [said("Find it."), output("toolu_1")], ORPHAN),
]


@pytest.mark.parametrize(("package", "name", "messages", "message"), BROKEN)
def test_a_broken_history_is_refused_and_answered_when_repaired(
    messages_api: MessagesApi, package: str, name: str, messages: Any, message: str, tells: Tells
) -> None:
    told = run(package, messages_api, messages, repairs=False)
    assert told["status"] == 400
    assert [refused.message for refused in messages_api.rejections] == [message]
    assert message in told["message"].replace('\\"', '"')
    assert set(run(package, messages_api, messages, repairs=True)["text"]) == {"All right."}
    tells(package, name, message, "answered, by a transport of its HTTP client", version=version(package))


RENAMED = [
    ("litellm", [said("Find it."), calling("a:0"), result("a:0")]),
    ("openai-agents", [said("Find it."), item("a:0"), output("a:0")]),
]


@pytest.mark.parametrize(("package", "messages"), RENAMED)
def test_it_renames_ids_of_other_providers_by_itself(
    messages_api: MessagesApi, package: str, messages: Any, tells: Tells
) -> None:
    for repairs in (False, True):
        assert set(run(package, messages_api, messages, repairs)["text"]) == {"All right."}
    assert messages_api.rejections == []
    scenario = "a call with an id of another provider"
    tells(package, scenario, "answered: LiteLLM renames the id", "answered", version=version(package))
