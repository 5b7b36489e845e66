"""Conversations that the server holds: a request that continues one sends only what is new.

The betas, the errors and their codes are those of the official SDK of 2026-11; nobody has recorded the sentences.
"""

from collections import OrderedDict
from typing import Any

import msgspec

from sendable.contract.envelope import FIELD_BETAS
from sendable.emulator.bodies import posted
from sendable.emulator.refusals import RefusedError, bad_request
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.read import Source

_LARGEST = 10_000
_KEPT_FIELDS = ("system", "tools")


class Held(msgspec.Struct):
    """A conversation up to an answer.

    Attributes:
        fields: what must stay the same: the system prompt and the tools.
        messages: all of them, the answer included.
        continued: whether a request went on from here.
    """

    fields: Json
    messages: list[Any]
    continued: bool = False


class Threads:
    """Remembers conversations by the id of their latest answer; the oldest are forgotten."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, Held] = OrderedDict()

    def whole(self, source: Source, target: Target) -> Source:
        """The request with the conversation that it continues, as one that begins it; the same one where there is none.

        Raises:
            RefusedError: there is no such conversation, it went on already, or what must stay the same changed.
        """
        previous = _previous(source.request, target)
        messages = source.request.get("messages")
        if previous is None or not isinstance(messages, list):
            return source
        held = self._held.get(previous)
        if held is None:
            raise _refused(404, "thread_not_found", f"Thread not found: {previous}")
        if held.continued:
            raise _refused(400, "thread_already_continued", f"Thread was already continued from {previous}")
        changed = [name for name, value in held.fields.items() if source.request.get(name, value) != value]
        if changed:
            raise _refused(400, "thread_fingerprint_mismatch", f"thread: {', '.join(changed)} must not change")
        # Judged as the whole that it is: nothing of it is hidden here.
        begins = {"thread": {"type": "create"}, "messages": [*held.messages, *messages]}
        request = {**held.fields, **source.request, **begins}
        return posted(request, source.size, source.surrogate)

    def keep(self, asked: Json, request: Json, answer: Json) -> None:
        """Remember a conversation that was answered, where its request asks for that.

        Args:
            asked: the request as it came.
            request: the same with all that came before.
            answer: the message that answers it.
        """
        thread = asked.get("thread")
        if not isinstance(thread, dict):
            return
        before = self._held.get(str(thread.get("previous_message_id")))
        if before is not None:
            before.continued = True
        fields = {name: request[name] for name in _KEPT_FIELDS if name in request}
        said = {"role": "assistant", "content": answer["content"]}
        self._held[answer["id"]] = Held(fields, [*request["messages"], said])
        if len(self._held) > _LARGEST:
            self._held.popitem(last=False)


def _previous(request: Json, target: Target) -> str | None:
    """The id of the answer that a request goes on from; None where it does not, or the beta was not sent."""
    thread = request.get("thread")
    if not isinstance(thread, dict) or thread.get("type") != "continue" or target.lacks(*FIELD_BETAS["thread"]):
        return None
    previous = thread.get("previous_message_id")
    return previous if isinstance(previous, str) else None


def _refused(status: int, code: str, message: str) -> RefusedError:
    refused = bad_request(message, path="thread", status=status)
    refused.details = {"error_code": code}
    return refused
