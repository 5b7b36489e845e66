import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from sendable import LedgerError
from sendable.prefix.stores import Entry, Node, SqliteStore

ENTRY = Entry("m", b"s", b"t", b"ls", b"lt", b"n2", b"b", b"lb", 2, None)
HEAD = """
import sqlite3, sys, time
from sendable import LedgerError
from sendable.prefix.stores import Entry, Node, SqliteStore
ENTRY = Entry("m", b"s", b"t", b"ls", b"lt", b"n2", b"b", b"lb", 2, None)
path = sys.argv[1]
"""


def name(number: int) -> bytes:
    return number.to_bytes(4, "big")


def fill(store: SqliteStore, start: int, end: int) -> None:
    for number in range(start, end):
        store.put({name(number): ENTRY}, [Node(name(number), name(number))])


def held(store: SqliteStore, count: int) -> list[int]:
    """Which of the first entries are there; each with its node, or without both."""
    names = {name(number): number for number in range(count)}
    entries = store.entries(names)
    assert entries.keys() == store.known(names)
    return [names[one] for one in entries]


def reason_of(store: SqliteStore, number: int = 0) -> str:
    with pytest.raises(LedgerError) as caught:
        fill(store, number, number + 1)
    return caught.value.reason


def is_whole(path: Path) -> bool:
    base = sqlite3.connect(path)
    try:
        return base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    finally:
        base.close()


def python(code: str, *arguments: object) -> list[str]:
    return [sys.executable, "-c", HEAD + code, *map(str, arguments)]


@contextmanager
def locked(path: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """While another process holds the file."""
    code = "base = sqlite3.connect(path, isolation_level=None)\n"
    code += "base.execute('BEGIN ' + sys.argv[2]); print('held', flush=True); sys.stdin.read()"
    command = python(code, path, how)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
        holder.kill()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite"


def test_a_lock_of_another_process_is_waited_for_only_so_long(path: Path) -> None:
    store = SqliteStore(path, wait=0.3)
    fill(store, 0, 3)
    with locked(path):
        start = time.monotonic()
        assert reason_of(store, 3) == "locked"
        assert 0.25 < time.monotonic() - start < 5
        start = time.process_time()
        assert reason_of(store, 3) == "locked"
        assert time.process_time() - start < 0.1
        time.sleep(0.35)
        assert held(store, 4) == [0, 1, 2]
        assert held(SqliteStore(path, wait=0.3), 4) == [0, 1, 2]
    fill(store, 3, 4)
    assert held(store, 4) == [0, 1, 2, 3]


def test_a_short_lock_is_waited_for(path: Path) -> None:
    store = SqliteStore(path)
    code = "base = sqlite3.connect(path, isolation_level=None)\n"
    code += "base.execute('BEGIN IMMEDIATE'); print('held', flush=True); time.sleep(0.2); base.execute('COMMIT')"
    with subprocess.Popen(python(code, path), stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        fill(store, 0, 1)
    assert held(store, 1) == [0]


def test_a_new_file_that_another_process_holds_is_locked(path: Path) -> None:
    path.touch()
    with locked(path, "EXCLUSIVE"), pytest.raises(LedgerError) as caught:
        SqliteStore(path, wait=0.2)
    assert caught.value.reason == "locked"
    fill(SqliteStore(path), 0, 1)


def test_a_thread_waits_for_another_only_so_long(path: Path) -> None:
    store = SqliteStore(path, wait=0.2)
    inside, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store._file.reading():
            inside.set()
            done.wait(20)

    thread = threading.Thread(target=hold)
    thread.start()
    inside.wait(20)
    assert reason_of(store) == "locked"
    done.set()
    thread.join()
    time.sleep(0.25)
    fill(store, 0, 1)
    assert held(store, 1) == [0]


def test_many_processes_and_threads_begin_one_file(path: Path) -> None:
    code = "from threading import Thread\n"
    code += "store = SqliteStore(path, wait=30)\n"
    code += "def put(at): [store.put({b'%d %d' % (at, n): ENTRY}, []) for n in range(20)]\n"
    code += "threads = [Thread(target=put, args=(int(sys.argv[2]) * 4 + at,)) for at in range(4)]\n"
    code += "[thread.start() for thread in threads]; [thread.join() for thread in threads]"
    workers = [subprocess.Popen(python(code, path, at)) for at in range(4)]
    assert [worker.wait() for worker in workers] == [0] * 4
    names = [b"%d %d" % (at, number) for at in range(16) for number in range(20)]
    assert len(SqliteStore(path).entries(names)) == 320


def test_a_full_disk_keeps_what_is_there(path: Path) -> None:
    store = SqliteStore(path)
    fill(store, 0, 100)
    with store._file.reading() as base:
        (pages,) = base.execute("PRAGMA page_count").fetchone()
        base.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(LedgerError) as caught:
        fill(store, 100, 5000)
    assert caught.value.reason == "full"
    count = len(held(store, 5000))
    assert held(store, 5000) == list(range(count))
    assert is_whole(path)
    with store._file.reading() as base:
        base.execute("PRAGMA max_page_count = 1000000")
    fill(store, count, 5000)
    assert len(held(store, 5000)) == 5000


WRITE = """
store, done = SqliteStore(path), 0
try:
    for number in range(20000):
        name = number.to_bytes(4, "big")
        store.put({name: ENTRY}, [Node(name, name)])
        done += 1
except LedgerError as fault:
    print(fault.reason, done)
"""


def written(code: str, path: Path) -> tuple[str, int]:
    """What a process says that wrote until it could not."""
    done = subprocess.run(python(code + WRITE, path), capture_output=True, text=True, check=True)
    assert done.stderr == ""
    reason, count = done.stdout.split()
    return reason, int(count)


def test_a_limit_of_the_system_keeps_what_is_there(path: Path) -> None:
    code = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    code += "resource.setrlimit(resource.RLIMIT_FSIZE, (400000, 400000))"
    reason, count = written(code, path)
    assert reason in ("full", "failed")
    assert count > 10
    store = SqliteStore(path)
    assert held(store, 20000) == list(range(count))
    assert is_whole(path)
    fill(store, count, count + 100)
    assert len(held(store, 20000)) == count + 100


def test_a_small_disk_keeps_what_is_there(tmp_path: Path) -> None:
    mount = shutil.which("mount")
    made = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=1200k", "tmpfs", str(tmp_path)], capture_output=True, check=False
    )
    if not made or made.returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        path = tmp_path / "ledger.sqlite"
        ballast = tmp_path / "ballast"
        ballast.write_bytes(b"x" * 600_000)
        reason, count = written("", path)
        assert reason in ("full", "failed")
        ballast.unlink()
        store = SqliteStore(path)
        assert held(store, 20000) == list(range(count))
        fill(store, count, count + 10)
        assert len(held(store, 20000)) == count + 10
        assert is_whole(path)
        store.close()
    finally:
        subprocess.run(["umount", "-l", str(tmp_path)], check=True)


@pytest.mark.skipif(sys.platform == "win32", reason="a file has no mode there")
def test_a_new_file_is_its_owners_alone(path: Path) -> None:
    store = SqliteStore(path)
    fill(store, 0, 5)
    for file in path.parent.glob(f"{path.name}*"):
        assert file.stat().st_mode & 0o777 == 0o600, file.suffix
    store.close()
    path.chmod(0o640)
    again = SqliteStore(path)
    fill(again, 5, 6)
    assert path.stat().st_mode & 0o777 == 0o640
    again.close()


@pytest.mark.parametrize("ends", [[""], ["", "-wal", "-shm"]], ids=["file", "all"])
def test_a_file_that_is_removed_is_begun_anew(path: Path, ends: list[str]) -> None:
    store, other = SqliteStore(path), SqliteStore(path)
    fill(store, 0, 5)
    for end in ends:
        path.with_name(path.name + end).unlink()
    third = SqliteStore(path)
    for at, one in enumerate((third, store, other)):
        fill(one, 5 + at, 6 + at)
    for one in (store, other, third):
        one.close()
    last = SqliteStore(path)
    fill(last, 20, 21)
    assert held(last, 30) == [5, 6, 7, 20]
    assert is_whole(path)


def test_a_log_that_is_taken_away_costs_no_more_than_what_was_in_it(path: Path) -> None:
    store = SqliteStore(path)
    fill(store, 0, 5)
    store.close()
    store, other = SqliteStore(path), SqliteStore(path)
    fill(store, 5, 10)
    for end in ("-wal", "-shm"):
        path.with_name(path.name + end).unlink()
    for one in (other, store):
        with suppress(LedgerError):
            fill(one, 10, 11)
        one.close()
    last = SqliteStore(path)
    fill(last, 20, 21)
    assert {0, 1, 2, 3, 4, 20} <= {*held(last, 30)}
    assert is_whole(path)


def test_a_folder_that_is_removed_is_told_until_it_is_back(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    folder.mkdir()
    store = SqliteStore(folder / "ledger.sqlite")
    shutil.rmtree(folder)
    assert reason_of(store) == "gone"
    assert reason_of(store) == "gone"
    folder.mkdir()
    fill(store, 0, 1)
    assert held(store, 1) == [0]


@contextmanager
def nobody() -> Iterator[None]:
    """As a user without rights."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


def test_a_file_without_the_right_to_write_is_told() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as made:
        folder = Path(made)
        path = folder / "ledger.sqlite"
        SqliteStore(path).close()
        path.chmod(stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
        folder.chmod(0o555)
        try:
            with nobody(), pytest.raises(LedgerError) as caught:
                fill(SqliteStore(path), 0, 1)
            assert caught.value.reason in ("read-only", "gone")
            with nobody(), pytest.raises(LedgerError) as caught:
                SqliteStore(folder / "other.sqlite")
            assert caught.value.reason in ("refused", "gone")
        finally:
            folder.chmod(0o755)
        fill(SqliteStore(path), 0, 1)


@pytest.mark.parametrize("content", [b"no database at all " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(LedgerError) as caught:
        SqliteStore(path)
    assert caught.value.reason == "damaged"
    assert path.read_bytes() == content


@pytest.mark.parametrize("made", ["CREATE TABLE entries (a)", "PRAGMA user_version = 1", "PRAGMA application_id = 7"])
def test_a_database_of_somebody_else_is_left_alone(path: Path, made: str) -> None:
    base = sqlite3.connect(path, isolation_level=None)
    base.execute(made)
    base.close()
    before = path.read_bytes()
    with pytest.raises(LedgerError, match="no ledger"):
        SqliteStore(path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_that_was_damaged_gives_no_other_error(path: Path) -> None:
    store = SqliteStore(path)
    fill(store, 0, 2000)
    store.close()
    data = bytearray(path.read_bytes())
    reasons = set()
    for start in range(0, len(data), 4096):
        broken = bytearray(data)
        broken[start : start + 4096] = bytes(range(256)) * 16
        path.write_bytes(broken)
        try:
            store = SqliteStore(path)
            store.entries(name(number) for number in range(2000))
            store.known(name(number) for number in range(2000))
            store.parents(name(3), 5)
            fill(store, 1000, 1003)
            store.close()
        except LedgerError as fault:
            reasons.add(fault.reason)
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)
    assert "damaged" in reasons
    assert reasons <= {"damaged", "failed"}


def test_a_closed_store_says_so(path: Path) -> None:
    store = SqliteStore(path)
    store.close()
    store.close()
    assert reason_of(store) == "closed"


FORK = """
import os
store = SqliteStore(path)
store.put({b"a": ENTRY}, [])
children = []
for who in (b"1", b"2"):
    child = os.fork()
    if child == 0:
        for number in range(50): store.put({who + bytes([number]): ENTRY}, [])
        os._exit(0 if store.entries([b"a"]) else 1)
    children.append(child)
for number in range(50): store.put({b"0" + bytes([number]): ENTRY}, [])
print([os.waitpid(child, 0)[1] for child in children])
"""


def test_a_store_may_be_used_behind_a_fork(path: Path) -> None:
    done = subprocess.run(python(FORK, path), capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[0, 0]\n", "")
    names = [who + bytes([number]) for who in (b"0", b"1", b"2") for number in range(50)]
    assert len(SqliteStore(path).entries(names)) == 150
    assert is_whole(path)


def test_a_store_in_memory_lives_as_long_as_it_is_open() -> None:
    store = SqliteStore(":memory:")
    fill(store, 0, 3)
    assert held(store, 3) == [0, 1, 2]
