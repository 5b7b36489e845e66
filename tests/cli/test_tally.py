import os
import pty
import subprocess
from pathlib import Path

from tests.cli.requests import ACCEPTED, UNPAIRED, write
from tests.cli.running import PROGRAM


def told_at_a_terminal(*args: str) -> str:
    screen, terminal = pty.openpty()
    with subprocess.Popen([PROGRAM, *args], stdout=subprocess.DEVNULL, stderr=terminal) as running:
        running.wait(60)
    os.close(terminal)
    told = os.read(screen, 100_000).decode()
    os.close(screen)
    return told


def test_counts_are_told_at_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [Path(write(tmp_path / "a", request)).read_text() for request in (ACCEPTED, UNPAIRED, ACCEPTED)]
    path.write_text("".join(lines) + "{\n")
    counts = told_at_a_terminal("check", str(path))
    assert "4 requests: 2 accepted, 1 rejected, 1 unreadable" in counts
    assert "1 repaired" in told_at_a_terminal("repair", str(path))


def test_large_file_has_a_progress_bar(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(Path(write(tmp_path / "a", {**ACCEPTED, "system": "x" * 100_000})).read_bytes() * 30)
    assert "100%" in told_at_a_terminal("check", str(path))


def test_nothing_is_told_to_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"messages": []}\n' * 3)
    done = subprocess.run([PROGRAM, "check", str(path)], capture_output=True, check=False)
    assert done.stderr == b""
