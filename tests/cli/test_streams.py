import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.requests import ACCEPTED, LOST_RESULT, write
from tests.cli.running import PROGRAM

COMMANDS = [
    ("check", "FILE"),
    ("check", "FILE", "--format", "json"),
    ("check", "FILE", "--format", "sarif"),
    ("check", "--jsonl", "FILE"),
    ("repair", "FILE"),
    ("repair", "FILE", "FILE"),
    ("repair", "--jsonl", "FILE"),
    ("render", "FILE"),
    ("convert", "FILE"),
    ("diff", "FILE", "FILE"),
    ("explain", "tool-result-orphan"),
    ("rules",),
    ("rules", "--format", "json"),
    ("emulate",),
    ("--help",),
    ("check", "--help"),
]


def shell(
    redirect: str, *args: str, given: bytes = b"", unbuffered: bool = False
) -> "subprocess.CompletedProcess[bytes]":
    """The program with its streams as a shell redirects them."""
    env = {name: held for name, held in os.environ.items() if name != "PYTHONUNBUFFERED"}
    env |= {"PYTHONUNBUFFERED": "1"} if unbuffered else {}
    words = ["sh", "-c", f'exec "$0" "$@" {redirect}', PROGRAM, *args]
    return subprocess.run(words, input=given, capture_output=True, check=False, timeout=60, env=env)


def named(command: tuple[str, ...], folder: Path) -> list[str]:
    name = write(folder / "a.json", LOST_RESULT)
    return [name if word == "FILE" else word for word in command]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_full_disk_is_told_in_one_line_with_exit_2(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = shell(">/dev/full", *named(command, tmp_path))
    assert done.stderr == b"Error: cannot write standard output: no space left on device\n"
    assert done.returncode == 2


@pytest.mark.parametrize("command", [COMMANDS[n] for n in (0, 3, 4, 7, 11, 13)], ids=" ".join)
@pytest.mark.parametrize("unbuffered", [False, True])
def test_closed_standard_output_is_told_in_one_line_with_exit_2(
    tmp_path: Path, command: tuple[str, ...], unbuffered: bool
) -> None:
    done = shell(">&-", *named(command, tmp_path), unbuffered=unbuffered)
    assert (done.returncode, done.stderr) == (2, b"Error: standard output is closed\n")


@pytest.mark.parametrize("command", [("check",), ("repair", "-"), ("convert",), ("explain", "-"), ("diff", "-")])
def test_closed_standard_input_is_told_with_exit_2(command: tuple[str, ...]) -> None:
    done = shell("<&-", *command)
    assert done.returncode == 2
    assert b"standard input is closed" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_streams_that_are_not_needed_may_be_closed(tmp_path: Path) -> None:
    name, out = write(tmp_path / "a.json", ACCEPTED), tmp_path / "out.json"
    assert shell("<&- 2>&-", "check", name).returncode == 0
    assert shell("2>/dev/full", "check", name).returncode == 0
    assert shell("<&- >&- 2>&-", "convert", name, "-o", str(out)).returncode == 0
    assert out.read_bytes().endswith(b"}\n")


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", LOST_RESULT)
    before = Path(name).read_bytes()
    shell("<&- >&- 2>&-", "repair", name)
    assert Path(name).read_bytes() == before


def test_several_files_are_all_answered_where_python_does_not_buffer(tmp_path: Path) -> None:
    names = [write(tmp_path / f"{n}.json", LOST_RESULT) for n in range(3)]
    done = shell("", "repair", *names, unbuffered=True)
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 3)
    done = shell("", "check", *names, unbuffered=True)
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.count(b"rejected") == 3


def test_reader_of_a_help_text_may_be_gone() -> None:
    done = subprocess.run(["sh", "-c", f"({PROGRAM} --help; echo $? >&2) | true"], capture_output=True, check=True)
    assert done.stderr in (b"141\n", b"0\n")
