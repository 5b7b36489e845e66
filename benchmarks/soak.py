"""The emulator under load: many clients that stream for a while, and small requests beside a bare ASGI app.

usage: python benchmarks/soak.py [--seconds 60] [--clients 64]

No stream may fail and the memory of the server may not grow. Small requests must come at least at a fifth of the rate
of an app that reads them and returns the same bytes; both are measured in turn in the same run, the median counts. Exit
status 1 when a limit of the project is broken.
"""

import argparse
import asyncio
import multiprocessing
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import msgspec

from sendable.emulator.app import App
from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Call
from sendable.emulator.server import Server

HEADERS = {"x-api-key": "any", "anthropic-version": "2023-06-01"}
ROUNDS = 5
SLOWEST = 0.2
GROWTH = 8 * 1024


def body(**fields: Any) -> bytes:
    said = [{"role": "user", "content": "What is the weather?"}]
    return msgspec.json.encode({"model": "claude-opus-5-5", "max_tokens": 99, "messages": said, **fields})


class Bare:
    """Reads a call and returns what the emulator would."""

    def __init__(self) -> None:
        self.emulator = Emulator(keeps=0)
        self.answer = self.emulator.answer(Call("POST", "/v1/messages", {}, HEADERS, body())).body or b""

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        while (await receive()).get("more_body"):
            pass
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(self.answer)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.answer})


def serve(bare: bool, told: Any) -> None:
    app: Any = Bare() if bare else App(Emulator(keeps=0))
    Server(app, on_ready=told.put).run()


class Served:
    """A server in a process of its own."""

    def __init__(self, bare: bool = False) -> None:
        told: Any = multiprocessing.Queue()
        self.process = multiprocessing.Process(target=serve, args=(bare, told), daemon=True)
        self.process.start()
        self.port = int(told.get(timeout=30).rpartition(":")[2])

    @property
    def memory(self) -> int:
        """Kilobytes that it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])


async def client(port: int, sent: bytes, until: float) -> int:
    head = "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items())
    call = f"POST /v1/messages HTTP/1.1\r\nhost: x\r\n{head}content-length: {len(sent)}\r\n\r\n".encode() + sent
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    done = 0
    while time.monotonic() < until:
        writer.write(call)
        told = await reader.readuntil(b"\r\n\r\n")
        if not told.startswith(b"HTTP/1.1 200 "):
            raise SystemExit(f"not answered: {told.splitlines()[0].decode()}")
        if b"content-length: " in told:
            await reader.readexactly(int(told.partition(b"content-length: ")[2].split()[0]))
        elif b"message_stop" not in await reader.readuntil(b"0\r\n\r\n"):
            raise SystemExit("a stream did not end")
        done += 1
    writer.close()
    return done


def rate(served: Served, sent: bytes, clients: int, seconds: float) -> float:
    """Answers a second."""

    async def run() -> int:
        until = time.monotonic() + seconds
        return sum(await asyncio.gather(*(client(served.port, sent, until) for _ in range(clients))))

    return asyncio.run(run()) / seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--clients", type=int, default=64)
    args = parser.parse_args()

    served, bare = Served(), Served(bare=True)
    for one in (served, bare):
        rate(one, body(), 8, 1)
    pairs = [(rate(served, body(), 16, 1), rate(bare, body(), 16, 1)) for _ in range(ROUNDS)]
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"small requests     {ours:7.0f}/s   bare {theirs:.0f}/s   ratio {ratio:.2f}   limit {SLOWEST}", flush=True)

    rate(served, body(stream=True), args.clients, min(args.seconds, 10))
    before = served.memory
    streams = rate(served, body(stream=True), args.clients, args.seconds)
    growth = served.memory - before
    print(
        f"{args.clients} streaming clients {streams:5.0f}/s   for {args.seconds:g} s   no error   memory +{growth} kB"
    )
    return int(ratio < SLOWEST or growth > GROWTH)


if __name__ == "__main__":
    sys.exit(main())
