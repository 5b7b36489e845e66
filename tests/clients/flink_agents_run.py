"""Runs the Anthropic connection of Flink Agents in an environment of its own; see test_flink_agents.py.

usage: python flink_agents_run.py '[{"connection": ..., "settings": {...}, "messages": [...], "returns": ...}, ...]'

Each of them is a conversation. While the model calls the tool `look`, the loop goes on as the framework's own chat
action does: messages are kept as JSON between the calls, and a result is told as `str` of what the tool returned.
"""

import json
import sys
from typing import Any

import anthropic
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.api.resource import ResourceDescriptor
from flink_agents.integrations.chat_models.anthropic.anthropic_chat_model import (
    AnthropicChatModelConnection,
    to_anthropic_tool,
)
from flink_agents.plan.function import PythonFunction
from flink_agents.plan.tools.function_tool import FunctionTool

from sendable.prepare import prepare

RETURNS: list[Any] = []


def look() -> Any:
    """Looks at it."""
    return RETURNS[-1]


class Prepared(AnthropicChatModelConnection):
    """The connection with sendable in between."""

    def chat(self, messages: Any, tools: Any = None, **settings: Any) -> ChatMessage:
        declared = [to_anthropic_tool(metadata=tool.metadata) for tool in tools or []]
        options = {"expand_content_blocks": True}
        request = prepare(messages, fields={**settings, "tools": declared}, source_options=options).request
        told = [message(**held) for held in request.pop("messages")]
        if system := request.pop("system", None):
            told.insert(0, message("system", system))
        request.pop("tools")
        answer = super().chat(told, tools, **request)
        blocks = answer.extra_args.get("anthropic_content_blocks")
        if blocks is not None:
            answer.extra_args["anthropic_content_blocks"] = [block.to_dict() for block in blocks]
        return answer


def message(role: str, content: Any) -> ChatMessage:
    """A message whose content may be blocks, which the connection sends as they are."""
    return ChatMessage.model_construct(role=MessageRole(role), content=content, tool_calls=[], extra_args={})


def described(**given: Any) -> Any:
    """The connection that ships with sendable, made as a job makes it: of a descriptor that was stored."""
    name = "sendable.integrations.flink_agents.SendableAnthropicConnection"
    made = ResourceDescriptor(clazz=name, expand_content_blocks=True, repair={"keep_orphans": True}, **given)
    kept = ResourceDescriptor.model_validate_json(made.model_dump_json())
    return kept.clazz(**kept.arguments)


CONNECTIONS = {
    "stock": AnthropicChatModelConnection,
    "prepared": Prepared,
    "sendable": described,
}


def conversed(asked: dict[str, Any]) -> str:
    """What the model says at the end."""
    RETURNS.append(asked.get("returns"))
    tool = FunctionTool(func=PythonFunction.from_callable(look))
    connection = CONNECTIONS[asked["connection"]](api_key="any-key", max_retries=0)
    stored = asked["messages"]
    while True:
        messages = [ChatMessage.model_validate(held) for held in stored]
        answer = connection.chat(messages, [tool], **asked["settings"])
        if not answer.tool_calls:
            connection.close()
            return answer.content
        results = [
            ChatMessage(
                role=MessageRole.TOOL,
                content=str(tool.call(**call["function"]["arguments"])),
                extra_args={"external_id": call["original_id"]},
            )
            for call in answer.tool_calls
        ]
        stored = [held.model_dump(mode="json") for held in (*messages, answer, *results)]


def told(asked: dict[str, Any]) -> dict[str, Any]:
    """The answer, the refusal, or what the connection itself raised."""
    try:
        return {"text": conversed(asked)}
    except anthropic.APIStatusError as refused:
        return {"status": refused.status_code, "message": refused.body["error"]["message"]}
    except (TypeError, ValueError) as failed:
        return {"error": f"{type(failed).__name__}: {failed}"}


if __name__ == "__main__":
    print(json.dumps([told(asked) for asked in json.loads(sys.argv[1])]))  # noqa: T201
