import os
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sendable.gateway.shared_folder import shared_folder, tidy

if not hasattr(os, "fork"):
    pytest.skip("this system has no fork", allow_module_level=True)

LONG = 60.0
HOLDS = """
import os
from sendable.gateway.shared_folder import shared_folder
with shared_folder() as folder:
    (folder / "counter_1.db").touch()"""


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def killed_in(place: Path) -> Path:
    """The folder of a process that was killed hard."""
    with holding(place) as holder:
        [left] = place.iterdir()
        holder.kill()
    return left


@contextmanager
def holding(place: Path, and_then: str = "") -> "Iterator[subprocess.Popen[bytes]]":
    """A process that holds a folder until it is killed."""
    environment = {**os.environ, "TMPDIR": str(place)}
    command = [sys.executable, "-c", HOLDS + and_then + "\n    print(flush=True); input()"]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        holder.stdout.readline()
        yield holder


def test_it_is_the_owners_alone_and_goes_at_the_end(place: Path) -> None:
    with shared_folder() as folder:
        assert folder.parent == place
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        (folder / "counter_1.db").write_bytes(b"1")
    assert list(place.iterdir()) == []


def test_that_of_one_who_is_no_more_goes_with_the_next_start(place: Path) -> None:
    left = killed_in(place)
    assert (left / "counter_1.db").exists()
    with shared_folder() as folder:
        assert list(place.iterdir()) == [folder]


def test_one_in_use_stays(place: Path) -> None:
    with shared_folder() as first, shared_folder() as second:
        tidy()
        assert set(place.iterdir()) == {first, second}


def test_one_that_a_worker_still_uses_stays(place: Path) -> None:
    with holding(place, "; os.fork()") as parent:
        [left] = place.iterdir()
        parent.kill()
        parent.wait()
        tidy()
        assert left.exists()
        assert parent.stdin is not None
        # Here the worker ends, who waits for its input.
        parent.stdin.close()
        end = time.monotonic() + LONG
        while left.exists():
            assert time.monotonic() < end
            tidy()


def test_nothing_else_is_touched(place: Path) -> None:
    elsewhere = place / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    (place / "sendable-metrics-old").mkdir()
    (place / "sendable-metrics-file.held").touch()
    (place / "sendable-metrics-link.held").symlink_to(elsewhere)
    before = sorted(place.rglob("*"))
    tidy()
    assert sorted(place.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_that_of_another_user_is_not_touched(place: Path) -> None:
    left = killed_in(place)
    os.chown(left, 12345, 12345)
    tidy()
    assert left.exists()
