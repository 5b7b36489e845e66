"""Faults while clients stream: each gets the upstream's answer or a clear error, and the ledger is never corrupt."""

import asyncio
import os
import sqlite3
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which

import pytest

from tests.cli.running import PROGRAM
from tests.gateway.raw import gateway
from tests.gateway.storm import CLIENTS, Behind, Storm
from tests.gateway.test_upstream import free_port

SOME = 2 * CLIENTS
CLEAR = {"whole", "cut", "upstream 429", "upstream 500", "upstream 529", "gateway 502", "gateway 504"}


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Behind]:
    made = Behind(tmp_path)
    made.start()
    yield made
    made.kill()


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def entries_in(file: Path) -> int:
    """How many blocks of thinking a ledger holds; it must be sound."""
    with sqlite3.connect(file) as base:
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (held,) = base.execute("SELECT count(*) FROM kept WHERE hex(name) LIKE '65%'").fetchone()
    base.close()
    return int(held)


def test_what_the_upstream_does_reaches_each_client(behind: Behind, tmp_path: Path) -> None:
    file = tmp_path / "ledger"

    async def run(port: int) -> Counter[str]:
        async with Storm(port) as storm:
            await storm.grown("whole", SOME)
            for status in (429, 529, 500):
                behind.behave(str(status))
                await storm.grown(f"upstream {status}", SOME)
            behind.behave("slow")
            await storm.grown("whole", CLIENTS)
            behind.behave("cut")
            await storm.grown("cut", SOME)
            behind.behave("silent")
            await storm.grown("gateway 504", CLIENTS)
            behind.kill()
            await storm.grown("gateway 502", SOME)
            behind.behave("well")
            behind.start()
            await storm.grown("whole", SOME)
        return storm.seen

    with gateway(behind.url, timeout=1.0, ledger=f"sqlite:{file}") as server:
        seen = asyncio.run(run(port_of(server.base_url)))
    assert seen.keys() <= CLEAR, seen
    # What is asked for again after a restart has signatures that were seen before it.
    assert 0 < entries_in(file) <= seen["whole"]


def test_a_ledger_that_is_locked_costs_nobody_an_answer(behind: Behind, tmp_path: Path) -> None:
    file = tmp_path / "ledger"

    async def run(port: int) -> Counter[str]:
        async with Storm(port) as storm:
            await storm.grown("whole", SOME)
            base = sqlite3.connect(file, isolation_level=None)
            base.execute("BEGIN EXCLUSIVE")
            await storm.grown("whole", SOME)
            base.execute("ROLLBACK")
            base.close()
            await storm.grown("whole", SOME)
        return storm.seen

    with gateway(behind.url, ledger=f"sqlite:{file}") as server:
        seen = asyncio.run(run(port_of(server.base_url)))
    assert seen.keys() == {"whole"}, seen
    assert 0 < entries_in(file) <= seen["whole"]


def test_a_ledger_that_is_taken_away_or_damaged_costs_nobody_an_answer(behind: Behind, tmp_path: Path) -> None:
    file = tmp_path / "ledger"

    async def run(port: int) -> Counter[str]:
        async with Storm(port) as storm:
            await storm.grown("whole", SOME)
            for part in tmp_path.glob("ledger*"):
                part.unlink()
            await storm.grown("whole", SOME)
        return storm.seen

    with gateway(behind.url, ledger=f"sqlite:{file}") as server:
        seen = asyncio.run(run(port_of(server.base_url)))
    assert seen.keys() == {"whole"}, seen
    assert 0 < entries_in(file) <= seen["whole"]


@contextmanager
def redis_at(port: int, folder: Path) -> Iterator[None]:
    """A server of Redis; gone behind the `with`."""
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)]
    with subprocess.Popen(["redis-server", *options], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if b"Ready to accept" in line:
                break
        try:
            yield
        finally:
            process.kill()


def test_a_redis_that_is_gone_costs_nobody_an_answer(behind: Behind, tmp_path: Path) -> None:
    pytest.importorskip("redis")
    if which("redis-server") is None:
        pytest.skip("redis-server is not installed")
    redis_port = free_port()

    async def run(port: int) -> Counter[str]:
        async with Storm(port) as storm:
            for _ in range(2):
                with redis_at(redis_port, tmp_path):
                    await storm.grown("whole", SOME)
                await storm.grown("whole", SOME)
        return storm.seen

    with gateway(behind.url, ledger=f"redis://127.0.0.1:{redis_port}/0") as server:
        assert asyncio.run(run(port_of(server.base_url))).keys() == {"whole"}


@pytest.mark.skipif(os.geteuid() != 0 if hasattr(os, "geteuid") else True, reason="a small disk can only root mount")
def test_a_full_disk_costs_nobody_an_answer(behind: Behind, tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)], capture_output=True)
    if mounted.returncode:
        pytest.skip("a small disk cannot be mounted here")

    async def run(port: int) -> Counter[str]:
        async with Storm(port) as storm:
            await storm.grown("whole", SOME)
            with pytest.raises(OSError, match="No space"):
                (disk / "filler").write_bytes(bytes(1 << 20))
            await storm.grown("whole", 3 * SOME)
            (disk / "filler").unlink()
            await storm.grown("whole", SOME)
        return storm.seen

    try:
        options = {"ledger": f"sqlite:{disk / 'ledger'}", "report": str(disk / "reports")}
        with gateway(behind.url, **options) as server:
            seen = asyncio.run(run(port_of(server.base_url)))
        assert seen.keys() == {"whole"}, seen
        assert 0 < entries_in(disk / "ledger") <= seen["whole"]
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_worker_that_is_killed_leaves_a_sound_ledger(behind: Behind, tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--upstream", behind.url, "--workers", "2", "--quiet"]

    async def run(port: int, process: int) -> Counter[str]:
        async with Storm(port) as storm:
            await storm.grown("whole", SOME)
            for _ in range(3):
                children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
                os.kill(int(children[0]), 9)
                await storm.grown("whole", SOME)
        return storm.seen

    if not Path("/proc/self/task").exists():
        pytest.skip("needs /proc")
    with subprocess.Popen([*command, "--ledger", f"sqlite:{file}"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        port = port_of(process.stdout.readline().decode().strip())
        seen = asyncio.run(run(port, process.pid))
        process.terminate()
        process.wait(20)
    # Who was connected to the worker that was killed sees its connection cut, at worst before the head.
    assert seen.keys() <= {"whole", "cut", "unclear", "refused a connection"}, seen
    assert seen["cut"] + seen["unclear"] + seen["refused a connection"] <= 3 * CLIENTS
    assert 0 < entries_in(file) <= seen["whole"] + 3 * CLIENTS
