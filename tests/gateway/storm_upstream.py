"""An upstream that streams, and behaves as a file tells it: python storm_upstream.py PORT FILE."""

import asyncio
import json
import sys
from pathlib import Path

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
THINKING = {"type": "thinking", "thinking": "", "signature": ""}


def events(number: int) -> list[bytes]:
    block = {**THINKING, "signature": f"EqQBCgIYAhIM{number:08d}"}
    usage = {"input_tokens": 1, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "content": []}
    told = [
        {"type": "message_start", "message": {**message, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return [f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode() for event in told]


class Upstream:
    def __init__(self, told: Path) -> None:
        self._told = told
        self._count = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).lower()
                await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
                if not await self._answer(writer):
                    break
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    async def _answer(self, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; whether the connection goes on."""
        how = self._told.read_text()
        self._count += 1
        if how.isdigit():
            error = {"type": "error", "error": {"type": "overloaded_error", "message": "No."}, "request_id": "req_1"}
            body = json.dumps(error).encode()
            writer.write(b"HTTP/1.1 %s Error\r\nContent-Length: %d\r\n\r\n" % (how.encode(), len(body)) + body)
            return True
        if how == "silent":
            await asyncio.sleep(30)
            return False
        writer.write(HEAD)
        for event in events(self._count):
            writer.write(b"%x\r\n%s\r\n" % (len(event), event))
            await writer.drain()
            await asyncio.sleep(0.1 if how == "slow" else 0.002)
            if how == "cut":
                return False
        writer.write(b"0\r\n\r\n")
        return True


async def main(port: int, told: Path) -> None:
    server = await asyncio.start_server(Upstream(told), "127.0.0.1", port, backlog=512, reuse_address=True)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await server.serve_forever()


asyncio.run(main(int(sys.argv[1]), Path(sys.argv[2])))
