"""A conversation with an emulator: what it answers is sent back as it came."""

from typing import Any

from sendable.emulator.emulator import Emulator
from sendable.wire.build import tool, tool_result, user
from tests.emulator.calling import body_of, post

OPUS = "claude-opus-5-5"
BINDING = "thinking-binding-controls-2026-08-01"


class Dialogue:
    def __init__(self, to: Emulator, model: str = OPUS, betas: str = "", **fields: Any) -> None:
        self.to = to
        self.fields = {"model": model, "max_tokens": 1024, "tools": [tool()], **fields}
        self.betas = betas
        self.messages: list[Any] = []

    def body(self, *messages: Any, **changed: Any) -> Any:
        return {**self.fields, "messages": [*self.messages, *messages], **changed}

    def say(self, *content: Any, betas: str = "") -> Any:
        answer = post(self.to, self.body(user(*content)), betas=betas or self.betas)
        assert answer.status == 200, answer.body
        told = body_of(answer)
        self.messages += [user(*content), {"role": "assistant", "content": told["content"]}]
        return told

    def answer_calls(self, betas: str = "") -> Any:
        calls = [block["id"] for block in self.messages[-1]["content"] if block["type"] == "tool_use"]
        return self.say(*(tool_result(call) for call in calls), betas=betas)


def two_answers(to: Emulator, **fields: Any) -> Dialogue:
    """A call, its result and a text: two thinking blocks, in messages 1 and 3."""
    talk = Dialogue(to, **fields)
    talk.say("Look it up.")
    talk.answer_calls()
    return talk
