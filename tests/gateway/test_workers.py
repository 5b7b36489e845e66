"""Several workers, as the command starts them."""

import os
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import msgspec
import pytest

from tests.cli.running import PROGRAM
from tests.gateway.raw import OK, WAIT, Connection, Recorded, Running, said, until_closed, upstream
from tests.gateway.talk import SOUND, answered, encoded, message, parts, posted
from tests.gateway.test_metrics import METRICS, counts

THINKING = {"type": "thinking", "thinking": "", "signature": "EqQBCgIYAhIM0000000a"}
SERVE = [PROGRAM, "serve", "--listen", "127.0.0.1:0", "--grace", "2", "--workers", "2"]


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def workers_of(process: int, count: int, but: set[int] = frozenset()) -> set[int]:  # type: ignore[assignment]
    for _ in range(100):
        found = set(children_of(process))
        if len(found) == count and not found & but:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{children_of(process)} are not {count}")


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_workers_share_an_address_a_ledger_and_their_counts(tmp_path: Path) -> None:
    ledger, reports = tmp_path / "ledger", tmp_path / "reports"
    options = ["--ledger", f"sqlite:{ledger}", "--report", str(reports)]
    with (
        upstream(Recorded(answered(message(THINKING)))) as behind,
        subprocess.Popen(
            [*SERVE, "--upstream", behind.url, *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process,
    ):
        assert process.stdout is not None
        running = Running(process.stdout.readline().decode().strip())
        workers = workers_of(process.pid, 2)
        for _ in range(20):
            assert parts(said(running, posted(encoded(SOUND))))[0] == 200
        os.kill(min(workers), signal.SIGKILL)
        workers_of(process.pid, 2, {min(workers)})
        for _ in range(20):
            assert parts(said(running, posted(encoded(SOUND))))[0] == 200
        seen = counts(said(running, METRICS))
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, b"")
    # The worker that was killed may have had no time to tell of its last request.
    assert 39 <= len([line for line in err.splitlines() if b"messages 200" in line]) <= 40
    assert 39 <= seen['sendable_requests_total{endpoint="messages",status="200",verdict="accepted"}'] <= 40
    assert seen["sendable_in_flight"] == 0
    lines = [line for file in reports.iterdir() for line in file.read_bytes().splitlines()]
    assert len(list(reports.iterdir())) >= 2
    assert sum(msgspec.json.decode(line)["status"] == 200 for line in lines) >= 39
    with sqlite3.connect(ledger) as base:
        assert base.execute("SELECT count(*) FROM kept WHERE hex(name) LIKE '65%'").fetchone() == (1,)
    base.close()


def test_nobody_new_is_left_waiting_while_workers_end() -> None:
    go, begun = threading.Event(), threading.Event()

    def answering(connection: Connection) -> None:
        connection.request()
        begun.set()
        go.wait(20)
        connection.send(OK)

    with (
        upstream(answering) as behind,
        subprocess.Popen(
            [*SERVE, "--upstream", behind.url, "--grace", "10"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process,
    ):
        assert process.stdout is not None
        place = ("127.0.0.1", int(process.stdout.readline().decode().strip().rpartition(":")[2]))
        with socket.create_connection(place, WAIT) as running:
            running.sendall(b"GET /v1/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            assert begun.wait(WAIT)
            process.send_signal(signal.SIGTERM)
            for _ in range(100):
                time.sleep(0.05)
                if is_refused(place):
                    break
            # Whoever else comes is told at once, on whichever worker's socket it would have been put.
            assert all(is_refused(place) for _ in range(20))
            go.set()
            assert until_closed(running).endswith(b"ok")
        assert process.wait(20) == 0


def is_refused(place: tuple[str, int]) -> bool:
    try:
        socket.create_connection(place, WAIT).close()
    except ConnectionError:
        return True
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_workers_end_when_their_parent_is_gone() -> None:
    with (
        upstream(Recorded()) as behind,
        subprocess.Popen(
            [*SERVE, "--upstream", behind.url], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as process,
    ):
        assert process.stdout is not None
        process.stdout.readline()
        workers = workers_of(process.pid, 2)
        process.kill()
        process.wait()
        for _ in range(100):
            if not any(Path(f"/proc/{worker}").exists() for worker in workers):
                break
            time.sleep(0.05)
        else:
            raise AssertionError("a worker goes on alone")


def test_workers_that_can_not_start_are_not_started_again(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    file.write_bytes(b"no database at all, and long enough to be looked at as one" * 40)
    done = subprocess.run(
        [*SERVE, "--upstream", "http://127.0.0.1:9", "--ledger", f"sqlite:{file}"], capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--ledger" in done.stderr
    assert b"Traceback" not in done.stderr
