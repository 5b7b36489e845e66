"""The gateway: what it adds over a bare proxy of the same stack, and whether its memory stays.

usage: python benchmarks/gateway.py [--requests 400] [--soak 100000]

Client, proxies and upstream are processes of their own. One client, conversations of 100 kB, bare proxy and gateway in
turn, whole answers and streams; once a conversation that was not seen before each time, once the same again; medians.
What the gateway adds may be at most a `check` and a `record` of the body in a ledger like its own, measured in the same
run, and one millisecond. `--soak N` sends N requests and compares the memory of the gateway after a tenth of them with
that at their end. What it carries among other proxies is told by `throughput.py`. Exit status 1 when a limit is broken.
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from histories import history
from proxies import ANSWER, Client, bare, gateway, memory_of, started, upstream
from sendable import Ledger, check

EXTRA = 0.001
PAUSE = 0.01
GROWTH = 8 * 1024
MESSAGES = 291


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


def run(options: argparse.Namespace, folder: Path) -> bool:
    held, port = started(upstream)
    proxy, bare_port = started(bare, port)
    served, gateway_port = gateway(port, f"sqlite:{folder / 'ledger'}", 1)
    try:
        print(f"body {len(body_of(0, streams=False)) / 1000:.0f} kB, answer {len(ANSWER) / 1000:.1f} kB")
        holds = True
        for new in (True, False):
            holds &= added({"bare": bare_port, "gateway": gateway_port}, options.requests, folder, new)
        if options.soak:
            early, late = asyncio.run(soak(gateway_port, served.pid, options.soak))
            text = f"{early} kB after a tenth of {options.soak} requests, {late} kB after all"
            holds &= told("memory", late <= early + GROWTH, text)
    finally:
        served.terminate()
        served.wait(30)
        for process in (held, proxy):
            process.terminate()
    return holds


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=400)
    parser.add_argument("--soak", type=int, default=0)
    with tempfile.TemporaryDirectory() as folder:
        return 0 if run(parser.parse_args(), Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
