import os
import signal
import subprocess
import sys
from pathlib import Path

from sendable.cli.main import COMMANDS
from tests.cli.requests import ACCEPTED, write
from tests.cli.running import PROGRAM, program, run


def test_version_does_not_import_the_rules() -> None:
    code = "from sendable.cli.main import main\ntry: main(['--version'])\nexcept SystemExit: pass\n"
    code += "from sendable.contract.catalog import catalog; print(catalog.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[0].startswith("sendable ")
    assert done.stdout.splitlines()[1] == "0"


def test_every_command_has_help_with_examples() -> None:
    assert "check" in run("--help").stdout
    for command in COMMANDS:
        told = run(command, "--help").stdout
        assert "Examples:" in told
        assert f"sendable {command}" in told


def test_unknown_command_exits_2() -> None:
    done = program("mend")
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_reader_that_is_gone_ends_the_run_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(Path(write(tmp_path / "a.json", ACCEPTED)).read_bytes() * 5000)
    with subprocess.Popen([PROGRAM, "check", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(30) == 141


def test_interrupt_exits_130_without_a_traceback() -> None:
    with subprocess.Popen(
        [PROGRAM, "check", "--jsonl", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdin.write(b'{"messages": []}\n' * 2000)
        running.stdin.flush()
        running.stdout.read(1)
        os.kill(running.pid, signal.SIGINT)
        running.stdin.close()
        running.stdin = None
        _, said = running.communicate(timeout=60)  # what it still holds has to be read, or it waits to be rid of it
    assert running.returncode == 130
    assert b"Traceback" not in said


def test_colour_follows_the_environment(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", ACCEPTED)
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    assert b"\x1b[" not in program("check", name, env=plain).stdout
    assert b"\x1b[" in program("check", name, env={**plain, "FORCE_COLOR": "1"}).stdout
    assert b"\x1b[" not in program("check", name, env={**plain, "FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout


def test_terminal_without_unicode_gets_plain_signs(tmp_path: Path) -> None:
    done = program("check", write(tmp_path / "a.json", ACCEPTED), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert b"+ accepted" in done.stdout
