"""Many clients that stream at once, and what became of each of their requests.

Eight of them in the tests that always run; `make storm` sends 32, each fault four times as long.
"""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from tests.gateway.talk import BROKEN, SOUND, encoded

CLIENTS = 32 if os.environ.get("SENDABLE_STORM") == "long" else 8
_HEAD = b"POST /v1/messages HTTP/1.1\r\nHost: me\r\nX-Api-Key: k\r\nContent-Type: application/json\r\n"
BODIES = [encoded({**SOUND, "stream": True}), encoded({**BROKEN, "stream": True})]
UPSTREAM = Path(__file__).with_name("storm_upstream.py")


class Storm:
    """Sends requests until it is told to stop, each client one after the other.

    Attributes:
        seen: how often each kind of end was seen.
    """

    def __init__(self, port: int, clients: int = CLIENTS) -> None:
        self.seen: Counter[str] = Counter()
        self._port = port
        self._clients = clients
        self._stopped = False
        self._tasks: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> "Storm":
        self._tasks = [asyncio.create_task(self._client(number)) for number in range(self._clients)]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._stopped = True
        await asyncio.gather(*self._tasks)

    async def grown(self, name: str, by: int, within: float = 30.0) -> None:
        """Wait until some more ends of a kind were seen."""
        target = self.seen[name] + by
        async with asyncio.timeout(within):
            while self.seen[name] < target:
                await asyncio.sleep(0.02)

    async def _client(self, number: int) -> None:
        chance = random.Random(number)
        while not self._stopped:
            try:
                async with asyncio.timeout(20):
                    self.seen[await self._one(chance.choice(BODIES))] += 1
            except TimeoutError:
                self.seen["hangs"] += 1
            except OSError:
                self.seen["refused a connection"] += 1

    async def _one(self, body: bytes) -> str:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(_HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            return kind_of(await reader.read())
        finally:
            writer.close()


def kind_of(answer: bytes) -> str:
    """What an answer is: whole, cut, an error of the upstream, a clear error of the gateway; "unclear" for all else."""
    head, found, body = answer.partition(b"\r\n\r\n")
    if not found or not head.startswith(b"HTTP/1.1 "):
        return "unclear"
    status = int(head.split()[1])
    if status != 200:
        return _error(head.lower(), body, status)
    if not body.endswith(b"0\r\n\r\n"):
        return "cut"
    return "whole" if b"message_stop" in body else "unclear"


def _error(head: bytes, body: bytes, status: int) -> str:
    try:
        told = msgspec.json.decode(body)
        known = told["type"] == "error" and bool(told["error"]["type"]) and bool(told["error"]["message"])
    except (msgspec.DecodeError, KeyError, TypeError):
        return "unclear"
    if not known:
        return "unclear"
    return f"gateway {status}" if b"\r\nsendable-error: " in head else f"upstream {status}"


class Behind:
    """An upstream in a process of its own, which can be killed and told how to behave.

    Args:
        folder: holds the file through which it is told.
    """

    def __init__(self, folder: Path) -> None:
        self._told = folder / "behave"
        with socket.create_server(("127.0.0.1", 0)) as held:
            self.port = int(held.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None
        self.behave("well")

    def behave(self, how: str) -> None:
        """From the next request on: well, slow, cut, silent, or a status."""
        unfinished = self._told.with_suffix(".new")
        unfinished.write_text(how)
        unfinished.replace(self._told)

    def start(self) -> None:
        """Start; returns once it takes connections."""
        command: list[Any] = [sys.executable, UPSTREAM, str(self.port), self._told]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def kill(self) -> None:
        """End it in the middle of all that it does."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            assert self._process.stdout is not None
            self._process.stdout.close()
            self._process = None
