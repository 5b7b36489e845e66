import json
import os
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sendable import Target
from sendable.conversation import Thinking, loads
from sendable.prepare import prepare
from sendable.sources.load import format_of, load

ROOT = Path(__file__).parents[2]
# The package pins old dependencies: its environment is its own, with flink-agents, anthropic, msgspec and click.
PYTHON = Path(os.environ.get("SENDABLE_FLINK_AGENTS_PYTHON", ROOT / ".venv-flink-agents" / "bin" / "python"))

needs_package = pytest.mark.skipif(
    not PYTHON.exists(), reason="needs flink-agents in .venv-flink-agents, or SENDABLE_FLINK_AGENTS_PYTHON"
)


@cache
def history() -> dict[str, Any]:
    """What the package itself made and stored."""
    done = subprocess.run(
        [str(PYTHON), "-W", "ignore", str(ROOT / "tests" / "sources" / "flink_agents_history.py")],
        env={"PYTHONPATH": str(ROOT / "src"), "DEFER_PYDANTIC_BUILD": "false", "PATH": os.environ["PATH"]},
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip(f"flink-agents does not run here: {done.stderr.decode().strip().splitlines()[-1:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@needs_package
def test_live_messages_and_their_stored_form_load_the_same() -> None:
    stored = load(history()["stored"], expand_content_blocks=True)
    assert loads(json.dumps(history()["live"])) == stored
    assert history()["format"] == format_of(history()["stored"]) == "flink-agents"
    assert stored.lost == []


@needs_package
def test_history_of_the_package_is_sendable() -> None:
    held = load(history()["stored"], expand_content_blocks=True)
    done = prepare(held, Target(model="claude-sonnet-4-5"))
    assert (done.remaining, done.changes) == ([], [])
    said = done.request["messages"][1]["content"]
    assert [block["type"] for block in said] == ["thinking", "text", "tool_use", "tool_use"]
    assert all(held is not None for block in said for held in block.values())
    assert [block["content"] for block in done.request["messages"][2]["content"]] == [
        [{"type": "text", "text": "a chart"}],
        "nothing",
    ]


@needs_package
def test_thinking_keeps_the_model_that_wrote_it() -> None:
    held = load(history()["stored"])
    assert held.messages[2].parts[0] == Thinking(text="hm", signature="c2ln", model="claude-sonnet-4-5")
