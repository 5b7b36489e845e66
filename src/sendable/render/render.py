"""The request of a conversation."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from sendable.conversation import CachePoint, Conversation, Message, Text
from sendable.errors import SendableError
from sendable.render.blocks import Blocks
from sendable.render.style import Style
from sendable.render.tools import tool_definitions
from sendable.targets import Target

Json = dict[str, Any]

MAX_TOKENS = 4096
VERSIONS = {"bedrock": "bedrock-2023-05-31", "vertex": "vertex-2023-10-16"}


def render(
    conversation: Conversation,
    target: Target | None = None,
    *,
    fields: Mapping[str, Any] | None = None,
    style: Style | None = None,
) -> Json:
    """Map a conversation to a request, part by part. Nothing is repaired, and nothing merged but the results of a turn.

    Args:
        conversation: what was said.
        target: where it goes: says whether later system messages can stay where they are, and the envelope's form.
        fields: other fields of the request; they win over those that the conversation was loaded with.
        style: choices about text results, thinking and native calls of other providers.

    Raises:
        UnsupportedContentBlockError: a part has no form on the wire; `path` says which.
        ContentDecodeError: the data of a plain text document cannot be read.
        SendableError: a cache point has nothing to stand behind.
    """
    target = (target or Target()).for_request({**conversation.settings, **(fields or {})})
    writer = _Writer(target, style or Style())
    leading, rest = _split(conversation)
    for at, message in rest:
        writer.message(message, at)
    return _envelope(conversation, target, fields or {}, _system(conversation, leading), writer.done())


def _split(conversation: Conversation) -> tuple[list[Message], list[tuple[int, Message]]]:
    """The system messages that stand before everything else, and all the others with their places."""
    numbered = list(enumerate(conversation.messages))
    start = next((at for at, message in numbered if message.role != "system"), len(numbered))
    return conversation.messages[:start], numbered[start:]


def _system(conversation: Conversation, leading: list[Message]) -> str | list[Json] | None:
    held = list(conversation.system or [])
    if not leading and conversation.system_bare and held and isinstance(held[0], Text):
        return held[0].text
    if conversation.system is None and not leading:
        return None
    blocks: list[Json] = []
    for part in [*held, *(part for message in leading for part in message.parts)]:
        if isinstance(part, CachePoint):
            if not blocks:
                raise SendableError("system: a cache point has nothing to stand behind")
            blocks[-1] = {**blocks[-1], "cache_control": _mark(part)}
        elif isinstance(part, Text):
            blocks.append({"type": "text", "text": part.text, **part.extra})
    return blocks


def _mark(point: CachePoint) -> Json:
    return {"type": "ephemeral"} | ({"ttl": point.ttl} if point.ttl else {}) | point.extra


def _envelope(
    conversation: Conversation, target: Target, fields: Mapping[str, Any], system: Any, messages: list[Json]
) -> Json:
    """The fields in a fixed order: those of the envelope, tools, system, messages, then the others as they came."""
    settings = {**conversation.settings, **fields}
    body: Json = {}
    if target.platform in VERSIONS:
        body["anthropic_version"] = settings.pop("anthropic_version", VERSIONS[target.platform])
    elif target.model is not None:
        body["model"] = target.model
        settings.pop("model", None)
    if target.endpoint != "count_tokens" or "max_tokens" in settings:
        body["max_tokens"] = settings.pop("max_tokens", MAX_TOKENS)
    if "tools" not in settings and conversation.tools is not None:
        body["tools"] = tool_definitions(conversation.tools)
    if "system" not in settings and system is not None:
        body["system"] = system
    return body | {"messages": messages} | settings


class _Writer:
    """Writes messages one after the other; what was written is never changed but for a cache point behind it."""

    def __init__(self, target: Target, style: Style) -> None:
        facts = target.facts
        hears = facts is not None and facts.system_messages == "yes" and target.platform != "foundry"
        self._hears_system = hears
        self._style = style
        self._messages: list[Json] = []
        self._of_tools = False
        self._asked: set[str] = set()
        self._waiting: list[Json] = []

    def done(self) -> list[Json]:
        """All messages."""
        self._put_waiting()
        return self._messages

    def message(self, message: Message, at: int) -> None:
        """Write one message of the conversation."""
        path = f"messages.{at}"
        if message.role == "system" and not self._hears_system:
            self._tell_system(message, path)
            return
        role = "user" if message.role == "tool" else message.role
        blocks = self._blocks(message, role, path)
        self._settle_asked(blocks)
        if message.role == "tool":
            self._tool_message(blocks, message)
        else:
            self._plain_message(role, blocks, message)

    def _blocks(self, message: Message, role: str, path: str) -> list[Json]:
        parts = Blocks(role, self._style)
        blocks: list[Json] = []
        for at, part in enumerate(message.parts):
            if isinstance(part, CachePoint):
                self._mark(blocks, part, f"{path}.parts.{at}")
            else:
                blocks += parts.of(part, f"{path}.parts.{at}")
        return blocks

    def _plain_message(self, role: str, blocks: list[Json], message: Message) -> None:
        self._of_tools = False
        if not blocks and message.parts:
            return
        bare = message.bare and len(blocks) == 1 and blocks[0].keys() == {"type", "text"}
        content: str | list[Json] = blocks[0]["text"] if bare else blocks
        self._messages.append({"role": role, "content": content, **message.extra})
        if role == "assistant":
            self._asked = {str(block.get("id")) for block in blocks if block["type"] == "tool_use"}

    def _tool_message(self, blocks: list[Json], message: Message) -> None:
        """Results of one turn share a user message; the first opens it."""
        if self._of_tools:
            self._messages[-1]["content"] += blocks
        elif blocks:
            self._messages.append({"role": "user", "content": list(blocks), **message.extra})
            self._of_tools = True
        self._put_waiting_if_answered()

    def _settle_asked(self, blocks: list[Json]) -> None:
        """What waits for the results of a turn goes in front of anything that is no result."""
        answers = [b for b in blocks if b["type"] == "tool_result"]
        self._asked -= {str(block.get("tool_use_id")) for block in answers}
        if not answers:
            self._asked = set()
            self._put_waiting()

    def _tell_system(self, message: Message, path: str) -> None:
        """A later system message as text of a user message of its own, behind the results of an open call."""
        blocks = self._blocks(message, "user", path)
        if not blocks:
            return
        self._waiting.append({"role": "user", "content": blocks})
        if not self._asked:
            self._put_waiting()

    def _put_waiting_if_answered(self) -> None:
        if not self._asked:
            self._put_waiting()

    def _put_waiting(self) -> None:
        if self._waiting:
            self._messages += self._waiting
            self._waiting = []
            self._of_tools = False

    def _mark(self, blocks: list[Json], point: CachePoint, path: str) -> None:
        """Put a cache point on the nearest block before it that can stand it, across messages."""
        for held in chain((blocks,), self._contents()):
            for at in range(len(held) - 1, -1, -1):
                if held[at]["type"] not in ("thinking", "redacted_thinking"):
                    held[at] = {**held[at], "cache_control": _mark(point)}
                    return
        raise SendableError(f"{path}: a cache point has nothing to stand behind")

    def _contents(self) -> Iterator[list[Json]]:
        """The block lists of the messages that are written, the newest first; a bare string becomes a list."""
        for message in reversed(self._messages):
            if isinstance(message["content"], str):
                message["content"] = [{"type": "text", "text": message["content"]}]
            yield message["content"]
