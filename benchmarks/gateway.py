"""The gateway: what it adds over a bare proxy of the same stack, what it carries, and whether its memory stays.

usage: python benchmarks/gateway.py [--requests 400] [--seconds 10] [--soak 100000] [--workers 1]
                                     [--litellm PROGRAM]

Client, proxies and upstream are processes of their own. Latency: one client, conversations of 100 kB, bare proxy and
gateway in turn, whole answers and streams; once a conversation that was not seen before each time, once the same
again; medians. What the gateway adds may be at most a `check` and a `record` of the body in a ledger like its own,
measured in the same run, and one millisecond. Throughput: 32 clients, over the gateway, over the bare proxy and without
either, and the processor time that each request costs in both, which the other work of the machine does not touch;
where `--litellm` names that program (`litellm[proxy]` in an environment of its own), over its proxy as well,
of which the gateway must carry ten times as much.
`--soak N` sends N requests and compares the memory of the gateway after a tenth of them with that at their end. Exit
status 1 when a limit is broken.
"""

import argparse
import asyncio
import multiprocessing
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from aiohttp import web

from histories import history
from sendable import Ledger, check

SENDABLE = Path(sys.executable).parent / "sendable"
CLIENTS = 32
EXTRA = 0.001
LITELLM = 10
PAUSE = 0.01
GROWTH = 8 * 1024
MESSAGES = 291

ANSWER = msgspec.json.encode(
    {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": [
            {"type": "thinking", "thinking": "So.", "signature": "EqQBCgIYAhIM0000000a"},
            {"type": "text", "text": "It is sunny. " * 40},
        ],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
)


def events() -> list[bytes]:
    """The same answer as a stream."""
    message = msgspec.json.decode(ANSWER)
    start: list[dict[str, Any]] = [{"type": "message_start", "message": {**message, "content": []}}]
    for at, block in enumerate(message["content"]):
        start += [{"type": "content_block_start", "index": at, "content_block": block}]
        start += [{"type": "content_block_stop", "index": at}]
    start += [{"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 1}}]
    start += [{"type": "message_stop"}]
    return [b"event: %s\ndata: %s\n\n" % (event["type"].encode(), msgspec.json.encode(event)) for event in start]


WHOLE = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (len(ANSWER), ANSWER)
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
STREAM = HEAD + b"".join(b"%x\r\n%s\r\n" % (len(event), event) for event in events()) + b"0\r\n\r\n"


class Upstream(asyncio.Protocol):
    """Answers each request at once, with as little work as can be."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: Any = transport
        self.held = bytearray()
        self.needs = 0

    def data_received(self, data: bytes) -> None:
        self.held += data
        while True:
            if not self.needs:
                end = self.held.find(b"\r\n\r\n")
                if end < 0:
                    return
                head = bytes(self.held[:end]).lower()
                length = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
                self.needs = end + 4 + int(length or 0)
            if len(self.held) < self.needs:
                return
            streams = b'"stream":true' in self.held[self.needs - 40 : self.needs]
            del self.held[: self.needs]
            self.needs = 0
            self.transport.write(STREAM if streams else WHOLE)


def upstream(told: Any) -> None:
    async def serve() -> None:
        server = await asyncio.get_running_loop().create_server(Upstream, "127.0.0.1", 0, backlog=512)
        told.put(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


def bare(told: Any, port: int) -> None:
    """A proxy of the same stack that reads a request whole, sends it on, and passes the answer as it comes."""

    async def serve() -> None:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector, auto_decompress=False) as session:

            async def handle(request: web.BaseRequest) -> web.StreamResponse:
                body = await request.read()
                headers = {name: value for name, value in request.headers.items() if name.lower() != "host"}
                url = f"http://127.0.0.1:{port}{request.rel_url}"
                async with session.request(request.method, url, data=body, headers=headers) as answer:
                    kept = {n: v for n, v in answer.headers.items() if n.lower() not in ("transfer-encoding", "date")}
                    response = web.StreamResponse(status=answer.status, headers=kept)
                    await response.prepare(request)
                    async for piece in answer.content.iter_any():
                        await response.write(piece)
                    await response.write_eof()
                    return response

            runner = web.ServerRunner(web.Server(handle, access_log=None, read_bufsize=256 * 1024))
            await runner.setup()
            site = web.TCPSite(runner, "127.0.0.1", 0)
            await site.start()
            server: Any = site._server
            told.put(server.sockets[0].getsockname()[1])
            await asyncio.Event().wait()

    asyncio.run(serve())


def started(work: Callable[..., None], *given: Any) -> tuple[Any, int]:
    told = multiprocessing.Queue()
    process = multiprocessing.Process(target=work, args=(told, *given), daemon=True)
    process.start()
    return process, int(told.get(timeout=30))


def gateway(port: int, ledger: str, workers: int) -> tuple[subprocess.Popen[bytes], int]:
    options = ["--listen", "127.0.0.1:0", "--quiet", "--workers", str(workers), "--ledger", ledger]
    command = [str(SENDABLE), "serve", "--upstream", f"http://127.0.0.1:{port}", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout is not None
    return process, int(process.stdout.readline().decode().rpartition(":")[2])


class Client:
    """A client that does as little as can be."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 20)

    async def send(self, body: bytes, streams: bool) -> tuple[float, float]:
        """Seconds until the first byte of the body, and until the last."""
        head = b"POST /v1/messages HTTP/1.1\r\nhost: me\r\nx-api-key: k\r\ncontent-type: application/json\r\n"
        start = time.perf_counter()
        self._writer.write(head + b"content-length: %d\r\n\r\n" % len(body) + body)
        answer = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        assert answer.startswith(b"http/1.1 200"), answer
        if streams:
            size = await self._reader.readuntil(b"\r\n")
            first = time.perf_counter()
            while size != b"0\r\n":
                await self._reader.readexactly(int(size, 16) + 2)
                size = await self._reader.readuntil(b"\r\n")
            await self._reader.readexactly(2)
        else:
            await self._reader.readexactly(1)
            first = time.perf_counter()
            length = int(answer.partition(b"content-length: ")[2].partition(b"\r\n")[0])
            await self._reader.readexactly(length - 1)
        return first - start, time.perf_counter() - start

    def close(self) -> None:
        self._writer.close()


def body_of(number: int, streams: bool, messages: int = MESSAGES) -> bytes:
    """A conversation of about 100 kB, another one for each number."""
    request = history(messages)
    request["messages"][0]["content"] += f", number {number}"
    return msgspec.json.encode({**request, "stream": streams})


class Taken:
    """What was measured, in turn, so that what else the machine does falls on all alike."""

    def __init__(self) -> None:
        self.first: dict[str, list[float]] = {"bare": [], "gateway": []}
        self.last: dict[str, list[float]] = {"bare": [], "gateway": []}
        self.checks: list[float] = []
        self.records: list[float] = []

    @property
    def limit(self) -> float:
        return statistics.median(self.checks) + statistics.median(self.records) + EXTRA

    def own_work(self, body: bytes, ledger: Ledger) -> None:
        start = time.perf_counter()
        check(body, ledger=ledger)
        between = time.perf_counter()
        ledger.record(body, ANSWER)
        self.checks.append(between - start)
        self.records.append(time.perf_counter() - between)


async def latencies(ports: dict[str, int], requests: int, ledger: Ledger, streams: bool, new: bool) -> Taken:
    """One client at each port, and a `check` and a `record` of the same body."""
    clients = {name: Client(port) for name, port in ports.items()}
    for client in clients.values():
        await client.connect()
    taken = Taken()
    for number in range(requests):
        body = body_of(number + 1_000_000 * streams if new else 0, streams)
        for name, client in clients.items():
            first, last = await client.send(body, streams)
            if number >= requests // 10:
                taken.first[name].append(first)
                taken.last[name].append(last)
            await asyncio.sleep(PAUSE)
        taken.own_work(body, ledger)
        await asyncio.sleep(PAUSE)
    for client in clients.values():
        client.close()
    return taken


async def throughput(port: int, seconds: float, messages: int) -> float:
    """Requests a second of all clients together."""
    done = 0
    end = time.perf_counter() + seconds

    async def work(place: int) -> None:
        nonlocal done
        client = Client(port)
        await client.connect()
        body = body_of(place, streams=True, messages=messages)
        while time.perf_counter() < end:
            await client.send(body, streams=True)
            done += 1
        client.close()

    await asyncio.gather(*(work(place) for place in range(CLIENTS)))
    return done / seconds


def memory_of(process: int) -> int:
    """Kilobytes that a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


async def soak(port: int, process: int, requests: int) -> tuple[int, int]:
    """The memory after a tenth of the requests, and after all."""
    left = requests
    early = 0
    bodies = [body_of(number, streams=number % 2 == 0, messages=30) for number in range(500)]

    async def work() -> None:
        nonlocal left, early
        client = Client(port)
        await client.connect()
        while left > 0:
            left -= 1
            if left == requests * 9 // 10:
                early = memory_of(process)
            await client.send(bodies[left % 500], streams=left % 2 == 0)
        client.close()

    await asyncio.gather(*(work() for _ in range(8)))
    return early, memory_of(process)


def told(name: str, holds: bool, text: str) -> bool:
    print(f"{'ok  ' if holds else 'MISS'}  {name:<34} {text}")
    return holds


def added(ports: dict[str, int], requests: int, folder: Path, new: bool) -> bool:
    """Tell what the gateway adds."""
    ledger = Ledger(folder / f"own-{new}")
    print("conversations not seen before" if new else "the same again")
    holds = True
    for streams, name in ((False, "whole answer"), (True, "stream")):
        taken = asyncio.run(latencies(ports, requests, ledger, streams, new))
        for part, seen in (("first byte", taken.first), ("last byte", taken.last)):
            plain, through = statistics.median(seen["bare"]), statistics.median(seen["gateway"])
            more = through - plain
            own = f"{statistics.median(taken.checks) * 1e3:.2f} + {statistics.median(taken.records) * 1e3:.2f} + 1"
            text = f"{more * 1e3:+.2f} ms over {plain * 1e3:.2f}; check + record + 1 ms: {own}"
            holds &= told(f"{name}, {part}", more <= taken.limit, text)
    return holds


def carried(servers: dict[str, tuple[int, int]], seconds: float, messages: int) -> bool:
    """Tell how much each server carries, and what that costs it."""
    rates: dict[str, float] = {}
    size = len(body_of(0, streams=True, messages=messages)) / 1000
    print(f"{CLIENTS} clients, {size:.1f} kB")
    for name, (process, port) in servers.items():
        before = processor_time(process)
        rates[name] = rate = asyncio.run(throughput(port, seconds, messages))
        cost = (processor_time(process) - before) / max(rate * seconds, 1)
        told(name, True, f"{rate:.0f} requests a second, {cost * 1e3:.2f} ms of a processor each")
    if "litellm" not in rates:
        return True
    ratio = rates["gateway"] / rates["litellm"]
    return told("gateway over LiteLLM", ratio >= LITELLM, f"{ratio:.1f} times as many")


def processor_time(process: int) -> float:
    """Seconds that a process and its children have worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_time(int(child)) for child in children)


def litellm(program: str, port: int, folder: Path) -> tuple[subprocess.Popen[bytes], int]:
    """Its proxy in front of the same upstream."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        own = int(free.getsockname()[1])
    target = {"model": "anthropic/claude-sonnet-4-5", "api_base": f"http://127.0.0.1:{port}", "api_key": "k"}
    models = [{"model_name": "claude-sonnet-4-5", "litellm_params": target}]
    config = folder / "litellm.yaml"
    config.write_bytes(msgspec.json.encode({"model_list": models}))
    command = [program, "--config", str(config), "--host", "127.0.0.1", "--port", str(own), "--telemetry", "False"]
    quiet = {**os.environ, "LITELLM_LOG": "ERROR", "LITELLM_LOCAL_MODEL_COST_MAP": "True"}
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=quiet)
    for _ in range(120):
        try:
            socket.create_connection(("127.0.0.1", own), 1).close()
            break
        except OSError:
            time.sleep(1)
    return process, own


def run(options: argparse.Namespace, folder: Path) -> bool:
    held, port = started(upstream)
    proxy, bare_port = started(bare, port)
    ended: list[Any] = []
    try:
        served, gateway_port = gateway(port, f"sqlite:{folder / 'ledger'}", 1)
        ended.append(served)
        print(f"body {len(body_of(0, streams=False)) / 1000:.0f} kB, answer {len(ANSWER) / 1000:.1f} kB")
        holds = True
        for new in (True, False):
            holds &= added({"bare": bare_port, "gateway": gateway_port}, options.requests, folder, new)
        several, several_port = gateway(port, f"sqlite:{folder / 'several'}", options.workers)
        ended.append(several)
        servers = {"none": (held.pid, port), "bare": (proxy.pid, bare_port), "gateway": (several.pid, several_port)}
        if options.litellm:
            other, other_port = litellm(options.litellm, port, folder)
            ended.append(other)
            servers["litellm"] = (other.pid, other_port)
        for messages in (MESSAGES, 3):
            holds &= carried(servers, options.seconds, messages)
        if options.soak:
            early, late = asyncio.run(soak(gateway_port, served.pid, options.soak))
            text = f"{early} kB after a tenth of {options.soak} requests, {late} kB after all"
            holds &= told("memory", late <= early + GROWTH, text)
    finally:
        for process in ended:
            process.terminate()
            process.wait(30)
        for process in (held, proxy):
            process.terminate()
    return holds


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--soak", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--litellm", default="")
    with tempfile.TemporaryDirectory() as folder:
        return 0 if run(parser.parse_args(), Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
