"""The connection for Flink Agents: its pure parts here, the connection itself in the environment of its framework."""

import json
import subprocess
import sys
from typing import Any

import pytest
from anthropic.types import TextBlock, ToolUseBlock

from sendable.integrations.flink_agents_turns import plain_blocks, turns
from sendable.testing import MessagesApi
from sendable.wire.build import tool_use
from tests.clients.media import PAGE, RED
from tests.clients.test_flink_agents import (
    BROKEN,
    BUILT,
    ENVELOPE,
    MEDIA,
    PYTHON,
    called,
    results,
    returned,
    run,
    said,
)

MODEL = "claude-opus-4-8"
needs_flink = pytest.mark.skipif(
    not PYTHON.exists(), reason="needs flink-agents in .venv-flink-agents, or SENDABLE_FLINK_AGENTS_PYTHON"
)


def test_results_of_parallel_calls_are_one_turn_with_blocks() -> None:
    calls = {"anthropic_content_blocks": [tool_use("a", "look"), {**tool_use("b", "look"), "caller": None}]}
    told = [said("Look."), called(extra_args=calls), returned(ENVELOPE, external_id="b"), returned("2", externalId="a")]
    made = turns(told, MODEL, expand_content_blocks=True)
    assert made is not None
    assert [turn["role"] for turn in made] == ["user", "assistant", "user"]
    assert made[1]["content"] == [tool_use("a", "look"), tool_use("b", "look")]
    assert [block["tool_use_id"] for block in made[2]["content"]] == ["b", "a"]
    assert made[2]["content"][0]["content"] == MEDIA


def test_an_envelope_is_opened_only_where_that_is_asked_for() -> None:
    told = [said("Look."), called(), returned(ENVELOPE, external_id="toolu_1")]
    for asked, content in ((True, MEDIA), (False, ENVELOPE)):
        made = turns(told, MODEL, asked)
        assert made is not None
        assert made[2]["content"][0]["content"] == content


def test_what_cannot_be_rendered_is_left_to_the_framework() -> None:
    sound = {"type": "audio", "mime_type": "audio/wav", "data": "AAAA"}
    assert turns([{"role": "user", "content": "", "extra_args": {"content_blocks": [sound]}}], MODEL, True) is None
    assert turns([], MODEL, True) == []


def test_blocks_of_an_answer_become_plain_and_keep_what_the_model_said() -> None:
    blocks: list[Any] = [
        TextBlock(type="text", text="I look.", citations=None),
        ToolUseBlock(type="tool_use", id="toolu_1", name="look", input={"at": None, "in": {"x": None}}, caller=None),
        {"type": "text", "text": "As it is."},
    ]
    plain = plain_blocks(blocks)
    assert plain == [
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "toolu_1", "name": "look", "input": {"at": None, "in": {"x": None}}},
        {"type": "text", "text": "As it is."},
    ]
    assert json.loads(json.dumps(plain)) == plain


def test_nothing_of_it_is_needed_to_import_sendable() -> None:
    code = "import sys, sendable.integrations.flink_agents_turns; assert 'flink_agents' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@needs_flink
@pytest.mark.parametrize("environment", [{}, BUILT], ids=["as it is", "built"])
def test_a_tool_call_with_a_picture_and_a_page_is_answered(
    messages_api: MessagesApi, environment: dict[str, str]
) -> None:
    asked = {"messages": [said("Look.")], "returns": ENVELOPE}
    stock, ours = run(
        messages_api, {"connection": "stock", **asked}, {"connection": "sendable", **asked}, **environment
    )
    assert "text" not in stock
    assert ours == {"text": "Red."}
    (content,) = results(messages_api.requests[-1])
    assert [block["type"] for block in content] == ["text", "image", "document"]
    assert [block["source"]["data"] for block in content[1:]] == [RED, PAGE]


@needs_flink
def test_broken_histories_are_refused_alone_and_answered_with_it(messages_api: MessagesApi) -> None:
    system = {"role": "system", "content": "Be brief."}
    told = run(
        messages_api,
        *({"connection": "stock", **asked} for asked, _ in BROKEN.values()),
        *(
            {"connection": "sendable", **asked, "messages": [system, *asked["messages"]]}
            for asked, _ in BROKEN.values()
        ),
    )
    count = len(BROKEN)
    assert told[:count] == [{"status": 400, "message": message} for _, message in BROKEN.values()]
    assert told[count:] == [{"text": "All right."}] * count
    assert len(messages_api.rejections) == count
    assert all(
        request["system"] == [{"type": "text", "text": "Be brief."}] for request in messages_api.requests[count:]
    )
