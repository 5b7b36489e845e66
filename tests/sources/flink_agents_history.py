"""Run by the Python of an environment with flink-agents: prints a history of real messages, stored and as loaded live.

It is run by test_flink_agents_package.py, never imported.
"""

import json
import sys
from types import SimpleNamespace

from anthropic.types import Message, TextBlock, ThinkingBlock, ToolUseBlock, Usage
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.integrations.chat_models.anthropic.anthropic_chat_model import AnthropicChatModelConnection

from sendable.conversation import dumps
from sendable.sources.load import format_of, load

ENVELOPE = json.dumps({"$content_blocks": [{"type": "text", "text": "a chart"}]})


def answer() -> ChatMessage:
    """The answer of the stock connection to what a model said."""
    said = Message(
        id="msg_1",
        type="message",
        role="assistant",
        model="claude-sonnet-4-5",
        stop_reason="tool_use",
        usage=Usage(input_tokens=1, output_tokens=1),
        content=[
            ThinkingBlock(type="thinking", thinking="hm", signature="c2ln"),
            TextBlock(type="text", text="I look."),
            ToolUseBlock(type="tool_use", id="toolu_1", name="look", input={"city": "Oslo"}),
            ToolUseBlock(type="tool_use", id="toolu_2", name="look", input={}),
        ],
    )
    connection = AnthropicChatModelConnection(api_key="none")
    connection._client = SimpleNamespace(messages=SimpleNamespace(create=lambda **_: said), close=lambda: None)
    return connection.chat([], model="claude-sonnet-4-5")


def result(call_id: str, content: str) -> ChatMessage:
    return ChatMessage(role=MessageRole.TOOL, content=content, extra_args={"external_id": call_id})


HISTORY = [
    ChatMessage(role=MessageRole.SYSTEM, content="Be brief."),
    ChatMessage(role=MessageRole.USER, content="What do you see?"),
    answer(),
    result("toolu_1", ENVELOPE),
    result("toolu_2", "nothing"),
    ChatMessage(role=MessageRole.ASSISTANT, content="A chart."),
    ChatMessage(role=MessageRole.USER, content="Thanks."),
]

found = {
    "format": format_of(HISTORY),
    "stored": [message.model_dump(mode="json") for message in HISTORY],
    "live": json.loads(dumps(load(HISTORY, expand_content_blocks=True))),
}
sys.stdout.write(json.dumps(found))
