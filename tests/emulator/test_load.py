"""Many clients that stream at once: no error, and nothing that grows with the number of requests."""

import asyncio
import gc
import time
import tracemalloc

import msgspec

from sendable.emulator.app import App
from sendable.emulator.emulator import Emulator
from sendable.emulator.server import Server
from sendable.wire.build import request, text, tool, user
from tests.emulator.calling import HEADERS

CLIENTS = 64
ROUNDS = 4
LONG = text("x" * 8000, cache_control={"type": "ephemeral"})
BODY = msgspec.json.encode(request(user(LONG, "Hi"), model="claude-opus-5-5", tools=[tool()], stream=True))
HEAD = b"".join(f"{name}: {value}\r\n".encode() for name, value in HEADERS.items())
SENT = b"POST /v1/messages HTTP/1.1\r\nhost: x\r\n%bcontent-length: %d\r\n\r\n%b" % (HEAD, len(BODY), BODY)


async def streams(port: int, rounds: int) -> None:
    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for _ in range(rounds):
            writer.write(SENT)
            told = await reader.readuntil(b"0\r\n\r\n")
            assert told.startswith(b"HTTP/1.1 200 ")
            assert b"event: message_stop" in told
        writer.close()

    await asyncio.gather(*(client() for _ in range(CLIENTS)))


def held_at_rest() -> int:
    """Bytes that are held once the server let go of its connections: the least of some readings."""
    readings = []
    for _ in range(20):
        gc.collect()
        readings.append(tracemalloc.get_traced_memory()[0])
        time.sleep(0.05)
    return min(readings)


def test_many_streams_at_once_leave_nothing_behind() -> None:
    with Server(App(Emulator(keeps=0))) as server:
        port = int(server.base_url.rpartition(":")[2])
        asyncio.run(streams(port, ROUNDS))
        tracemalloc.start()
        held = []
        for _ in range(2):
            asyncio.run(streams(port, ROUNDS))
            held.append(held_at_rest())
        tracemalloc.stop()
    assert held[1] - held[0] < 512 * 1024
