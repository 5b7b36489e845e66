"""What the gateway is measured against: an upstream that costs nothing, proxies before it, and a client."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from aiohttp import web

SENDABLE = Path(sys.executable).parent / "sendable"

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


def memory_of(process: int) -> int:
    """Kilobytes that a process holds."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def processor_time(process: int) -> float:
    """Seconds that a process and its children have worked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_time(int(child)) for child in children)
