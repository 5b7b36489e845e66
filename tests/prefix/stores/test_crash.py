"""What is left when processes are killed while they write."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sendable.prefix.stores import store_from
from tests.prefix.stores.test_sqlite_file import is_whole
from tests.redis_server import RedisServer

WRITERS = 3
ROUNDS = 2
NODES = 20

WRITE = """
import sys
from sendable.prefix.stores import Entry, Node, store_from
store = store_from(sys.argv[1], wait=30)
for number in range(100_000):
    name = f"{sys.argv[2]} {number}".encode()
    entry = Entry("m", name, b"t", b"ls", b"lt", b"n2", b"b", b"lb", number, None)
    store.put({name: entry}, [Node(b"%d of %b" % (at, name), name) for at in range(20)])
    store.keep_states({b"%d of %b" % (at, name): name for at in range(20)})
    print(number, flush=True)
"""


@pytest.fixture(params=["sqlite", "redis"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'ledger.sqlite'}"
    server: RedisServer = request.getfixturevalue("server")
    return server.url


def killed_while_writing(address: str, names: list[str], chance: random.Random) -> dict[str, int]:
    """How many puts each writer was told are kept, before it was killed."""
    command = [sys.executable, "-c", WRITE, address]
    writers = {
        name: subprocess.Popen([*command, name], stdout=subprocess.PIPE, stderr=subprocess.PIPE) for name in names
    }
    told = {}
    for writer in writers.values():
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"0\n"
    for name, writer in writers.items():
        time.sleep(0.02 + chance.random() / 10)
        assert writer.poll() is None
        writer.kill()
        out, errors = writer.communicate()
        assert errors == b""
        told[name] = 1 + sum(line.endswith(b"\n") for line in out.splitlines(keepends=True))
    return told


def test_killed_writers_leave_whole_puts_and_all_that_they_were_told_of(address: str) -> None:
    chance = random.Random(4)
    for turn in range(ROUNDS):
        told = killed_while_writing(address, [f"{turn}.{at}" for at in range(WRITERS)], chance)
        store = store_from(address)
        for writer, count in told.items():
            names = [f"{writer} {number}".encode() for number in range(count + 2)]
            entries = store.entries(names)
            assert set(entries) == set(names[: len(entries)])
            assert all(entry.system == name for name, entry in entries.items())
            for number, name in list(enumerate(names))[-8:]:
                parts = [b"%d of %b" % (at, name) for at in range(NODES)]
                assert len(store.known(parts)) == (NODES if name in entries else 0)
                assert len(store.states(parts)) in ((0, NODES) if number >= count else (NODES,))
            assert len(entries) >= count
    if address.startswith("sqlite:"):
        assert is_whole(Path(address.removeprefix("sqlite:")))
