"""A connection of Flink Agents to Claude whose requests pass sendable.

Flink Agents 0.3.1 needs `anthropic<1`; nothing of a later SDK is used here.
"""

from collections.abc import Sequence
from typing import Any

import anthropic
import httpx
from flink_agents.api.chat_message import ChatMessage, MessageRole
from flink_agents.integrations.chat_models.anthropic.anthropic_chat_model import AnthropicChatModelConnection
from pydantic import Field, PrivateAttr

from sendable.clients.transport import Transport
from sendable.integrations.flink_agents_turns import BLOCKS, plain_blocks, turns


class SendableAnthropicConnection(AnthropicChatModelConnection):  # type: ignore[misc]
    """The stock connection with sendable in between.

    A call and its result arrive as the API wants them, parallel results in one turn, and the blocks of an answer are
    kept as plain dicts, so that the framework can store them. Its class is named in a `ResourceDescriptor`:
    `sendable.integrations.flink_agents.SendableAnthropicConnection`.

    Attributes:
        base_url: of the API; None takes the SDK's own, or that in `ANTHROPIC_BASE_URL`.
        expand_content_blocks: whether a result that is the envelope `{"$content_blocks": [...]}` reaches the model as
            its blocks. Whoever controls the output of a tool can write one: for tools of one's own.
        mode: "repair", "check" or "observe".
        ledger: where thinking and states are remembered, as an address; in memory by default.
        repair: further options of `Transport`, by name.
    """

    base_url: str | None = Field(default=None, description="The address of the API.")
    expand_content_blocks: bool = Field(default=False, description="Whether envelopes in results are opened.")
    mode: str = Field(default="repair", description="repair, check or observe.")
    ledger: str | None = Field(default=None, description="The address of the ledger.")
    _client: Any = PrivateAttr(default=None)

    repair: dict[str, Any] = Field(default_factory=dict, description="Further options of sendable.")

    @property
    def client(self) -> Any:
        """The client of the SDK, whose requests pass sendable."""
        if self._client is not None:
            return self._client
        transport = Transport(mode=self.mode, ledger=self.ledger, **self.repair)
        sends: Any = httpx.Client(transport=transport, timeout=self.timeout, follow_redirects=True)
        made = anthropic.Anthropic(
            api_key=self.api_key,
            base_url=self.base_url,
            max_retries=self.max_retries,
            timeout=self.timeout,
            http_client=sends,
        )
        self._client = made
        return made

    def chat(self, messages: Sequence[Any], tools: list[Any] | None = None, **kwargs: Any) -> Any:
        """Ask the model.

        Args:
            messages: the conversation.
            tools: that the model may call.
            kwargs: further parameters of the request.
        """
        system = [message for message in messages if message.role == MessageRole.SYSTEM]
        others = [message for message in messages if message.role != MessageRole.SYSTEM]
        made = turns(others, kwargs.get("model"), self.expand_content_blocks)
        told = others if made is None else [_message(**turn) for turn in made]
        answer = super().chat([*system, *told], tools, **kwargs)
        if BLOCKS in answer.extra_args:
            answer.extra_args[BLOCKS] = plain_blocks(answer.extra_args[BLOCKS])
        return answer


def _message(role: str, content: Any) -> Any:
    """A message whose content may be blocks, which the stock connection sends as they are."""
    return ChatMessage.model_construct(role=MessageRole(role), content=content, tool_calls=[], extra_args={})
