"""Conversations of agents as they go on: each request holds the one before, its answer, and the result of its call."""

import asyncio
import json
from typing import Any

from histories import TOOLS

Json = dict[str, Any]

TURNS = 40
"""How many requests a conversation is long; then another begins."""

ROUNDS = 61
"""How many calls its last request holds: bodies are 100 kB on average."""

_MARK = b"@" * 8
_FIELDS: Json = {
    "model": "claude-opus-5-5",
    "max_tokens": 8192,
    "thinking": {"type": "adaptive"},
    "system": [{"type": "text", "text": "You help with a code base. Keep to its style. " * 60}],
    "tools": [{**tool, "description": tool["description"] * 20} for tool in TOOLS],
}


def _said(at: int) -> list[Json]:
    """What the model says: thinking, a sentence and a call."""
    signature = f"EqQBCgIYAhIM{_MARK.decode()}{at:04d}" + "Az09" * 75
    thought = {
        "type": "thinking",
        "thinking": f"I look at place {at}. " + "It may be there. " * 12,
        "signature": signature,
    }
    use = {"type": "tool_use", "id": _call(at), "name": "search", "input": {"query": "where is it", "page": at}}
    return [thought, {"type": "text", "text": "Let me look at the file."}, use]


def _call(at: int) -> str:
    return f"toolu_{_MARK.decode()}{at:04d}"


def _result(at: int) -> Json:
    return {
        "type": "tool_result",
        "tool_use_id": _call(at),
        "content": f"{at}: " + "def it(here):\n    return 1\n" * 48,
    }


def _bodies(rounds: int) -> list[bytes]:
    """The requests of one conversation, with a mark where its number stands."""
    held: list[Json] = [{"role": "user", "content": f"{_MARK.decode()} Please find out why the test fails."}]
    made: list[bytes] = []
    for at in range(rounds):
        held += [{"role": "assistant", "content": _said(at)}, {"role": "user", "content": [_result(at)]}]
        made.append(_json({**_FIELDS, "messages": held, "stream": False}))
    return made[-TURNS:]


def _answers(rounds: int) -> list[bytes]:
    """The answers to them."""
    usage = {"input_tokens": 25_000, "output_tokens": 100}
    message = {"id": f"msg_{_MARK.decode()}", "type": "message", "role": "assistant", "model": _FIELDS["model"]}
    end = {"stop_reason": "tool_use", "stop_sequence": None, "usage": usage}
    return [_json({**message, "content": _said(rounds - TURNS + turn + 1), **end}) for turn in range(TURNS)]


def _json(value: Json) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


class Talks:
    """Bodies to send, and their answers; no two conversations share a call, thinking or their beginning.

    Args:
        rounds: of calls in the longest body.
    """

    def __init__(self, rounds: int = ROUNDS) -> None:
        self._first = rounds - TURNS
        self._bodies = _bodies(rounds)
        self._answers = _answers(rounds)

    def body(self, number: int, turn: int) -> bytes:
        """The request of a turn, counted from 0, of a conversation."""
        return self._bodies[turn].replace(_MARK, b"%08d" % number)

    def answer(self, number: int, turn: int) -> bytes:
        """The answer to it, which the request of the next turn holds."""
        return self._answers[turn].replace(_MARK, b"%08d" % number)

    def answer_to(self, body: bytes) -> bytes:
        """The answer to a body, which its last call tells.

        Raises:
            ValueError: it is none of these.
        """
        at = body.rindex(b"toolu_") + len(b"toolu_")
        number, call = int(body[at : at + 8]), int(body[at + 8 : at + 12])
        return self.answer(number, call - self._first)


class Upstream(asyncio.Protocol):
    """Answers each request at once, with as little work as can be.

    Args:
        talks: whose answers.
    """

    def __init__(self, talks: Talks) -> None:
        self._talks = talks
        self._held = bytearray()
        self._begins = self._ends = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: Any = transport

    def data_received(self, data: bytes) -> None:
        self._held += data
        while self._has_head() and len(self._held) >= self._ends:
            said = self._talks.answer_to(bytes(self._held[self._begins : self._ends]))
            del self._held[: self._ends]
            self._ends = 0
            head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n"
            self._transport.write(head % len(said) + said)

    def _has_head(self) -> bool:
        """Whether the head of a request is there, and so where its body ends."""
        if not self._ends:
            self._begins = self._held.find(b"\r\n\r\n") + 4
            if self._begins < 4:
                return False
            head = bytes(self._held[: self._begins]).lower()
            length = head.partition(b"\r\ncontent-length: ")[2].partition(b"\r\n")[0]
            self._ends = self._begins + int(length)
        return True


def upstream(told: Any, talks: Talks) -> None:
    """Serve in a process of its own; the port is told."""

    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(lambda: Upstream(talks), "127.0.0.1", 0, backlog=512)
        told.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())
