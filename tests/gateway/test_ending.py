"""How a gateway ends that is a process, as a terminal and a service manager tell it to."""

import os
import signal
import time
from pathlib import Path

import msgspec
import pytest

from sendable.gateway.ending import TOGETHER, Signals
from tests.gateway.raw import until_closed
from tests.gateway.stopping import LONG, stopping
from tests.gateway.talk import parts
from tests.gateway.test_workers import children_of

each_number = pytest.mark.parametrize("workers", ["1", "2"])


@pytest.mark.parametrize(
    ("at", "counts"),
    [
        ([0.0], [True]),
        ([0.0, 0.0, TOGETHER / 2], [True, False, False]),
        ([0.0, TOGETHER, TOGETHER * 1.5], [True, True, False]),
        ([0.0, TOGETHER / 2, TOGETHER], [True, False, True]),
    ],
)
def test_signals_that_come_together_are_one(at: list[float], counts: list[bool]) -> None:
    left = list(at)
    signals = Signals(lambda: left.pop(0))
    assert [signals.counts() for _ in at] == counts


@each_number
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_to_the_group_lets_running_requests_finish(workers: str, number: int) -> None:
    with stopping("--workers", workers, "--grace", "60") as gateway:
        with gateway.asks(b"stream") as stream, gateway.asks(b"waits") as waits:
            gateway.signal(number, group=True)
            gateway.behind.go.set()
            assert until_closed(stream).endswith(b"3\r\ntwo\r\n0\r\n\r\n")
            assert until_closed(waits).endswith(b"ok")
        status, told = gateway.ended()
    assert status == 0
    assert [line.split()[2:4] for line in told.splitlines()] == [[b"passed", b"200"]] * 2


@each_number
def test_a_second_signal_cuts_and_says_so(workers: str, tmp_path: Path) -> None:
    with stopping("--workers", workers, "--grace", "60", "--report", str(tmp_path)) as gateway:
        with gateway.asks(b"stream") as stream, gateway.asks(b"waits") as waits:
            gateway.signal(signal.SIGINT, group=True)
            gateway.signal(signal.SIGINT, group=True)
            cut = until_closed(stream)
            status, headers, body = parts(until_closed(waits))
        assert cut.endswith(b"3\r\none\r\n")
        assert (status, headers["sendable-error"], headers["connection"]) == (503, "stopped", "close")
        assert msgspec.json.decode(body)["error"]["type"] == "api_error"
        ended, told = gateway.ended()
    assert ended == 0
    assert b"Traceback" not in told
    assert [b"cause=stopped" in line for line in told.splitlines()] == [True, True]
    lines = [msgspec.json.decode(line) for file in tmp_path.iterdir() for line in file.read_bytes().splitlines()]
    assert sorted((line["status"], line["cause"]) for line in lines) == [(200, "stopped"), (503, "stopped")]


@each_number
def test_the_grace_time_is_given_once(workers: str) -> None:
    grace = 3.0
    with stopping("--workers", workers, "--grace", str(grace)) as gateway, gateway.asks(b"waits") as waits:
        begun = time.monotonic()
        gateway.signal(signal.SIGTERM)
        assert parts(until_closed(waits))[0] == 503
        assert gateway.ended()[0] == 0
        assert grace <= time.monotonic() - begun < 2 * grace


@each_number
def test_who_was_let_in_at_the_last_moment_is_not_left_waiting(workers: str) -> None:
    with stopping("--workers", workers, "--grace", "60") as gateway, gateway.asks(b"waits") as waits:
        late = [gateway.connected() for _ in range(20)]
        gateway.process.send_signal(signal.SIGTERM)
        late += [held for held in (gateway.connected() for _ in range(20)) if held]
        for held in filter(None, late):
            with held:
                assert until_closed(held) == b""
        gateway.behind.go.set()
        assert until_closed(waits).endswith(b"ok")
        assert gateway.ended()[0] == 0


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_workers_whose_parent_is_killed_finish_what_runs() -> None:
    with stopping("--workers", "2", "--grace", "60") as gateway, gateway.asks(b"stream") as stream:
        workers = children_of(gateway.process.pid)
        gateway.signal(signal.SIGKILL)
        gateway.behind.go.set()
        assert until_closed(stream).endswith(b"3\r\ntwo\r\n0\r\n\r\n")
        gone(workers)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
def test_a_worker_that_does_not_end_is_killed() -> None:
    with stopping("--workers", "2", "--grace", "0") as gateway:
        workers = children_of(gateway.process.pid)
        os.kill(workers[0], signal.SIGSTOP)
        gateway.process.send_signal(signal.SIGTERM)
        status, told = gateway.ended()
        gone(workers)
    assert status == 0
    assert told.count(b"\n") == told.count(b"is killed") == 1


def gone(workers: list[int]) -> None:
    end = time.monotonic() + LONG
    while any(Path(f"/proc/{worker}").exists() for worker in workers):
        assert time.monotonic() < end
        time.sleep(0.02)
