import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest

from sendable.emulator.server import serving
from tests.cli.running import PROGRAM, run

HEADERS = {"x-api-key": "sk-secret", "anthropic-version": "2023-06-01"}
BODY = {
    "model": "claude-opus-4-8",
    "max_tokens": 9,
    "messages": [
        {"role": "user", "content": "Hi"},
        {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_1", "name": "f", "input": {}}]},
        {"role": "user", "content": "sk-content"},
    ],
    "tools": [{"name": "f", "input_schema": {"type": "object"}}],
}


@contextmanager
def gateway(*options: str, ends_with: int = signal.SIGINT) -> Iterator[tuple[str, list[str]]]:
    """The address of a running gateway, and its log once it ended; it must end cleanly."""
    log: list[str] = []
    command = [PROGRAM, "serve", "--listen", "127.0.0.1:0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().decode().rstrip("\n"), log
        finally:
            process.send_signal(ends_with)
            out, err = process.communicate(timeout=20)
            log += [*out.decode().splitlines(), *err.decode().splitlines()]
    assert process.returncode == 0


def test_it_tells_its_address_and_repairs_until_it_is_interrupted() -> None:
    with serving() as behind, gateway("--upstream", behind.base_url, "--report", "-") as (address, log):
        assert address.startswith("http://127.0.0.1:")
        answer = httpx2.post(f"{address}/v1/messages", json=BODY, headers=HEADERS)
        assert answer.status_code == 200
        assert answer.headers["sendable-rules"] == "tool-use-without-result"
    report, line = log
    assert '"verdict":"repaired"' in report
    assert " messages 200 " in line
    for hidden in ("sk-secret", "sk-content", behind.base_url):
        assert hidden not in report + line


def test_its_options_are_taken_and_a_signal_ends_it() -> None:
    options = ["--mode", "check", "--quiet", "--old-account", "--max-body", "1kB", "--max-header", "16KiB"]
    end = signal.SIGTERM
    with serving() as behind, gateway("--upstream", behind.base_url, *options, ends_with=end) as (address, log):
        answer = httpx2.post(f"{address}/v1/messages", json=BODY, headers=HEADERS)
        assert (answer.status_code, answer.headers["sendable-verdict"]) == (400, "rejected")
        assert httpx2.post(f"{address}/v1/messages", content=bytes(2000), headers=HEADERS).status_code == 413
    assert log == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--upstream"),
        (["--upstream", "nowhere"], "--upstream"),
        (["--upstream", "http://a", "--listen", "here"], "--listen"),
        (["--upstream", "http://a", "--listen", "192.0.2.1:1"], "cannot listen on"),
        (["--upstream", "http://a", "--mode", "moon"], "--mode"),
        (["--upstream", "http://a", "--max-body", "moon"], "no size"),
        (["--upstream", "http://a", "--workers", "0"], "--workers"),
        (["--upstream", "http://a", "--timeout", "nan"], "--timeout"),
        (["--upstream", "http://a", "--grace", "inf"], "--grace"),
        (["--upstream", "http://a", "--max-header", "1"], "--max-header"),
        (["--upstream", "http://a b/"], "--upstream"),
        (["--upstream", "http://a", "--listen", ":0", "--ledger", "moon:1"], "ledger"),
        (["--upstream", "http://a", "--listen", ":0", "--ledger", "redis"], "--ledger: memory, sqlite:PATH"),
        (["--upstream", "http://a/../b"], "--upstream: its path has a dot segment"),
        (["--upstream", "http://a", "--listen", ":0", "--report", "/dev/null/x"], "--report"),
        (["--upstream", "http://a", "--listen", ":0", "--learn", "/dev/null/x"], "--learn"),
    ],
)
def test_what_cannot_be_served_is_told(options: list[str], said: str) -> None:
    result = run("serve", *options)
    assert result.exit_code == 2
    assert said in result.stderr


ORPHAN = {
    **BODY,
    "messages": [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "toolu_9", "content": "Kept."},
                {"type": "text", "text": "Go on."},
            ],
        },
    ],
}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "tool_search_tool_regex", "input": {"pattern": "f"}}
SEARCHING = {
    **BODY,
    "tools": [
        {"name": "f", "input_schema": {"type": "object"}, "defer_loading": True},
        {"type": "tool_search_tool_regex_20251119", "name": "tool_search_tool_regex"},
    ],
    "messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": [SEARCH]}],
}


@pytest.mark.parametrize(
    ("option", "body", "told"),
    [("--keep-orphans", ORPHAN, ("repaired", "repaired")), ("--keep-tool-search", SEARCHING, ("repaired", "accepted"))],
)
def test_what_a_repair_may_keep_a_gateway_may_keep(option: str, body: Any, told: tuple[str, str]) -> None:
    sent: list[list[Any]] = []
    for options in ([], [option]):
        with serving() as behind, gateway("--upstream", behind.base_url, *options) as (address, _):
            answer = httpx2.post(f"{address}/v1/messages", json=body, headers=HEADERS)
            assert answer.headers["sendable-verdict"] == told[len(sent)]
            sent.append(behind.emulator.requests)
    assert ["Kept." in str(requests) or "srvtoolu_1" in str(requests) for requests in sent] == [False, True]


def test_without_its_extra_it_is_told_what_to_install() -> None:
    told = "import sys; sys.modules['aiohttp'] = None\nfrom sendable.cli.main import main\n"
    told += "sys.argv = ['sendable', 'serve', '--upstream', 'http://a']\nmain()"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "pip install '.[gateway]'" in done.stderr
