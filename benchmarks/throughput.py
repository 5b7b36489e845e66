"""The gateway among others: how many requests a second each carries, how long they take, what they cost.

usage: python benchmarks/throughput.py [--seconds 5] [--rounds 5] [--litellm PYTHON]

32 clients hold conversations of 100 kB with tools and thinking. Each request holds the one before, its answer and a
result: a conversation that is met at 55 kB grows to 143 kB in forty turns, then another one is met. All servers have
the same upstream, which answers at once with what the next request holds: nothing in between, a bare proxy of the same
stack, the gateway with its ledger in memory and in SQLite, with one worker and with one for each core, and LiteLLM's
proxy by both of its ways (`/v1/messages` and its pass-through). Clients, upstream and servers are processes of their
own. Servers are measured in turn, over several rounds, after one to get warm; medians of the rounds count. LiteLLM is
left out where it is not installed (`make throughput` installs it).

With its ledger in memory the gateway must carry at least ten times as many requests as LiteLLM by `/v1/messages` with
as many workers. Where the cores are too few for clients and workers, the processor time of a request tells more than
the rate, and is told beside it. Exit status 1 when the limit is broken.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

from proxies import SENDABLE, bare, processor_time, started
from talks import TURNS, Talks, upstream

CLIENTS = 32
TIMES_LITELLM = 10
CORES = os.cpu_count() or 1
LITELLM = Path(__file__).parent.parent / ".venv-litellm-proxy" / "bin" / "python"
WITHIN = 120
"""Seconds in which LiteLLM must have started, which takes it long."""


class Server(NamedTuple):
    """What is measured.

    Attributes:
        name: of it.
        process: its process; its children count too.
        port: where it listens.
        path: under which it takes messages.
        workers: how many processes it serves with.
    """

    name: str
    process: int
    port: int
    path: str = "/v1/messages"
    workers: int = 1


class Run(NamedTuple):
    """What came of a few seconds: answers a second, their times in milliseconds, and the processor's for each."""

    rate: float
    half: float
    most: float
    cost: float


class Client:
    """One connection; each request of a conversation, one conversation after the other."""

    def __init__(self, server: Server, talks: Talks, number: int) -> None:
        self._server = server
        self._talks = talks
        self._number = number

    async def work(self, until: float) -> list[float]:
        """Seconds that each answer took."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port, limit=1 << 20)
        taken: list[float] = []
        # Not all at the beginning, so that all lengths are sent at any time, however few requests a server takes.
        first = self._number % CLIENTS * TURNS // CLIENTS
        while time.perf_counter() < until:
            self._number += CLIENTS
            for turn in range(first, TURNS):
                sent = self._request(self._talks.body(self._number, turn))
                start = time.perf_counter()
                writer.write(sent)
                check(await answered(reader), self._talks.answer(self._number, turn))
                taken.append(time.perf_counter() - start)
                if time.perf_counter() >= until:
                    break
            first = 0
        writer.close()
        return taken

    def _request(self, body: bytes) -> bytes:
        names = "host: me\r\nx-api-key: k\r\nanthropic-version: 2023-06-01\r\ncontent-type: application/json"
        head = f"POST {self._server.path} HTTP/1.1\r\n{names}\r\ncontent-length: {len(body)}\r\n\r\n"
        return head.encode() + body


async def answered(reader: asyncio.StreamReader) -> bytes:
    """Read an answer; its body.

    Raises:
        SystemExit: it is not the upstream's.
    """
    head = (await reader.readuntil(b"\r\n\r\n")).lower()
    body = b""
    if b"\r\ncontent-length: " in head:
        body = await reader.readexactly(int(head.partition(b"\r\ncontent-length: ")[2].partition(b"\r\n")[0]))
    else:
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readexactly(2)
    if not head.startswith(b"http/1.1 200 "):
        raise SystemExit(f"not answered: {head.splitlines()[0].decode()} {body[:500].decode('utf-8', 'replace')}")
    return body


def check(body: bytes, expected: bytes) -> None:
    """Hold an answer against the one that the upstream gives.

    Raises:
        SystemExit: it is another's.
    """
    if body != expected and json.loads(body)["content"] != json.loads(expected)["content"]:
        raise SystemExit(f"another answer: {body[:500].decode('utf-8', 'replace')}")


def load(told: Connection, server: Server, talks: Talks, seconds: float, first: int) -> None:
    """What runs in the process of the clients."""

    async def run() -> list[list[float]]:
        until = time.perf_counter() + seconds
        return await asyncio.gather(*(Client(server, talks, first + at).work(until) for at in range(CLIENTS)))

    start = time.perf_counter()
    taken = asyncio.run(run())
    told.send((time.perf_counter() - start, [one for some in taken for one in some]))


def measured(server: Server, seconds: float, first: int, talks: Talks) -> Run:
    """Let the clients work for a while.

    Args:
        server: on what.
        seconds: for how long.
        first: number of the first conversation; the server has seen those before it.
        talks: what they send.

    Raises:
        SystemExit: an answer was not that of the upstream.
    """
    hears, tells = multiprocessing.Pipe(duplex=False)
    clients = multiprocessing.Process(target=load, args=(tells, server, talks, seconds, first), daemon=True)
    before = processor_time(server.process)
    clients.start()
    tells.close()
    try:
        passed, taken = hears.recv()
    except EOFError:
        raise SystemExit(f"{server.name}: the clients failed") from None
    cost = (processor_time(server.process) - before) / len(taken)
    clients.join()
    taken.sort()
    return Run(len(taken) / passed, within(taken, 0.5), within(taken, 0.99), cost * 1e3)


def within(taken: list[float], part: float) -> float:
    """The time within which this part of the answers was there, in milliseconds."""
    return taken[min(int(len(taken) * part), len(taken) - 1)] * 1e3


@contextmanager
def our_own(upstream: int, ledger: str, workers: int) -> Iterator[Server]:
    """`sendable serve`; without a ledger that is named it has one in memory."""
    command = [str(SENDABLE), "serve", "--upstream", f"http://127.0.0.1:{upstream}", "--listen", "127.0.0.1:0"]
    options = ["--quiet", "--workers", str(workers), *(["--ledger", ledger] if ledger else [])]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        port = int(process.stdout.readline().decode().rpartition(":")[2])
        yield Server(f"gateway, {ledger.partition(':')[0] or 'memory'}", process.pid, port, workers=workers)
    finally:
        process.terminate()
        process.wait(60)


@contextmanager
def litellm(upstream: int, python: Path, folder: Path, workers: int) -> Iterator[Server]:
    """LiteLLM's proxy, set up for nothing but to pass on: without a database, keys, logs and callbacks."""
    place = f"http://127.0.0.1:{upstream}"
    settings = folder / "litellm.yaml"
    route = f'{{model_name: "*", litellm_params: {{model: "anthropic/*", api_base: "{place}", api_key: k}}}}'
    settings.write_text(f"model_list: [{route}]\nlitellm_settings: {{telemetry: false}}\n")
    port = free_port()
    options = ["--config", str(settings), "--host", "127.0.0.1", "--port", str(port), "--num_workers", str(workers)]
    own = {"ANTHROPIC_API_BASE": place, "ANTHROPIC_API_KEY": "k", "LITELLM_LOG": "ERROR", "LITELLM_MODE": "PRODUCTION"}
    own["LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY"] = "true"
    with (folder / f"litellm-{workers}.log").open("wb") as log:
        command = [str(python.parent / "litellm"), *options]
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **own}, start_new_session=True)
        try:
            wait_for(process, port)
            yield Server("LiteLLM", process.pid, port, workers=workers)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def wait_for(process: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a server takes requests.

    Raises:
        SystemExit: it ended, or it takes too long.
    """
    until = time.monotonic() + WITHIN
    while time.monotonic() < until and process.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health/liveliness", timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    raise SystemExit("LiteLLM did not start")


def servers(stack: ExitStack, options: argparse.Namespace, folder: Path, talks: Talks) -> list[Server]:
    """All that are there, started one after the other."""
    held, place = started(upstream, talks)
    stack.callback(held.terminate)
    proxy, behind = started(bare, place)
    stack.callback(proxy.terminate)
    found = [Server("nothing in between", held.pid, place), Server("bare proxy", proxy.pid, behind)]
    counts = sorted({1, CORES})
    for workers in counts:
        for ledger in ("", f"sqlite:{folder / f'ledger-{workers}'}"):
            found.append(stack.enter_context(our_own(place, ledger, workers)))
    if not (options.litellm.parent / "litellm").exists():
        print("LiteLLM is not installed, and left out")
        return found
    for workers in counts:
        other = stack.enter_context(litellm(place, options.litellm, folder, workers))
        found += [other, other._replace(name="LiteLLM, pass-through", path="/anthropic/v1/messages")]
    return found


def compared(found: list[Server], rounds: int, seconds: float, talks: Talks) -> dict[Server, Run]:
    """Medians over some rounds, in which the servers are measured in turn."""
    runs: dict[Server, list[Run]] = {server: [] for server in found}
    for number in range(rounds + 1):
        for server, some in runs.items():
            run = measured(server, seconds, number * 1_000_000, talks)
            if number:
                some.append(run)
    return {server: Run(*map(statistics.median, zip(*some, strict=True))) for server, some in runs.items()}


def judged(found: dict[Server, Run]) -> bool:
    """Tell how many times as much as LiteLLM the gateway carries; whether it is enough."""
    holds = True
    for server, run in found.items():
        others = [one for one in found if one.name.startswith("LiteLLM") and one.workers == server.workers]
        for other in others if server.name.startswith("gateway") else ():
            times, cheaper = run.rate / found[other].rate, found[other].cost / run.cost
            limited = server.name == "gateway, memory" and other.name == "LiteLLM"
            word = "    " if not limited else "ok  " if times >= TIMES_LITELLM else "MISS"
            text = f"{times:.1f} times the requests, for each {cheaper:.1f} times less of a processor"
            print(f"{word}  {server.name}, {server.workers} to {other.name}: {text}")
            holds &= times >= TIMES_LITELLM or not limited
    return holds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--litellm", type=Path, default=LITELLM, help="the Python that has LiteLLM")
    options = parser.parse_args()
    talks = Talks()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        found = compared(servers(stack, options, folder, talks), options.rounds, options.seconds, talks)
    print(f"{CLIENTS} clients, {len(talks.body(0, TURNS // 2)) / 1000:.0f} kB, {CORES} cores")
    for server, run in found.items():
        times = f"{run.half:7.1f} ms half, {run.most:7.1f} ms 99 of 100"
        print(f"{server.name:<24} {server.workers}  {run.rate:6.0f}/s  {times}  {run.cost:6.2f} ms of a processor each")
    return 0 if judged(found) else 1


if __name__ == "__main__":
    sys.exit(main())
