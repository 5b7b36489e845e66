import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import msgspec
import pytest

from sendable.emulator.emulator import Emulator
from sendable.emulator.exchange import Call
from sendable.emulator.recording import Recorder
from tests.cli.running import PROGRAM, run
from tests.emulator.calling import HEADERS, post
from tests.emulator.dialogue import two_answers

BODY = {"model": "claude-opus-4-8", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}


@contextmanager
def emulating(*options: str) -> Iterator[str]:
    """The address of a running emulator; it must end cleanly."""
    with subprocess.Popen([PROGRAM, "emulate", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().decode().rstrip("\n")
        finally:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, b"", b"")


def test_it_tells_its_address_and_answers_until_it_is_interrupted(tmp_path: Path) -> None:
    script = tmp_path / "answers.yaml"
    script.write_text("rules: [{match: hi, answer: Hello.}]")
    with emulating("--script", str(script), "--record", str(tmp_path / "seen"), "--old-account") as address:
        assert address.startswith("http://127.0.0.1:")
        answer = httpx2.post(f"{address}/v1/messages", json=BODY, headers=HEADERS)
        assert answer.json()["content"][0]["text"] == "Hello."
    assert (tmp_path / "seen" / "00001.json").exists()


def test_strictness_and_platform_are_options() -> None:
    with emulating("--strict-unknown", "--strict-signatures", "--platform", "foundry") as address:
        refused = httpx2.post(f"{address}/v1/messages", json={**BODY, "brand_new": 1}, headers=HEADERS)
        assert refused.status_code == 400


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--script", "missing.yaml"], "missing.yaml: No such file"),
        (["--host", "192.0.2.1"], "cannot listen on"),
        (["--port", "70000"], "--port"),
        (["--platform", "moon"], "--platform"),
    ],
)
def test_what_cannot_be_served_is_told(options: list[str], said: str) -> None:
    result = run("emulate", *options)
    assert result.exit_code == 2
    assert said in result.stderr


def test_what_was_recorded_can_be_compared_and_checked(tmp_path: Path) -> None:
    emulator = Emulator(on_exchange=Recorder(tmp_path))
    talk = two_answers(emulator)
    edited = talk.body({"role": "user", "content": "And?"})
    edited["messages"][0] = {"role": "user", "content": "Something else."}
    post(emulator, edited)
    post(emulator, {"messages": []}, "/v1/messages/batches")
    emulator.answer(Call("GET", "/v1/models", {}, HEADERS))
    files = [str(file) for file in sorted(tmp_path.iterdir())]
    assert [run("diff", files[0], files[at]).exit_code for at in (1, 2)] == [0, 1]
    assert [run("check", file).exit_code for file in files] == [0, 0, 0, 1, 2]
    log = tmp_path / "log.jsonl"
    log.write_bytes(
        b"".join(msgspec.json.encode(msgspec.json.decode(Path(file).read_bytes())) + b"\n" for file in files[:3])
    )
    assert "1 request extends the one before" in run("diff", str(log)).stdout
    repaired = msgspec.json.decode(run("repair", files[0]).stdout)
    assert repaired == msgspec.json.decode(Path(files[0]).read_bytes())
