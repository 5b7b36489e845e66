"""The ledger behind a gateway: what it learns from answers, whatever they are encoded in, and whom it tells."""

import gzip
import sqlite3
import time
import zlib
from collections.abc import Callable
from pathlib import Path
from shutil import rmtree

import anthropic
import brotli
import pytest
import zstandard

from sendable.errors import UsageError
from sendable.gateway.aside import Aside
from sendable.gateway.options import Options
from sendable.gateway.relaying import Relaying
from tests.gateway.raw import WAIT, Recorded, between, client, gateway, one_answer, said, upstream
from tests.gateway.talk import KEY, SOUND, answered, emulated, encoded, message, parts, posted, refused, user
from tests.gateway.test_looked_at import ANSWER, BOUND, THOUGHT, Scripted
from tests.gateway.test_upstream import free_port

THINKING = {"type": "thinking", "thinking": "", "signature": "EqQBCgIYAhIM0000000a"}
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "identity": bytes,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


def signatures_in(file: Path) -> int:
    with sqlite3.connect(file) as base:
        (held,) = base.execute("SELECT count(*) FROM kept WHERE hex(name) LIKE '65%'").fetchone()
    base.close()
    return int(held)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_thinking_is_remembered_and_the_answer_untouched(tmp_path: Path, encoding: str) -> None:
    packed = ENCODINGS[encoding](message(THINKING, {"type": "text", "text": "Sunny."}))
    file = tmp_path / "ledger"
    headers = b"Content-Type: application/json\r\nContent-Encoding: %s\r\n" % encoding.encode()
    with between(Recorded(answered(packed, headers=headers)), ledger=f"sqlite:{file}") as (server, _):
        _, told, body = parts(said(server, posted(encoded(SOUND), headers=b"Accept-Encoding: br, zstd\r\n")))
        assert body == packed
        assert told["content-encoding"] == encoding
    assert signatures_in(file) == 1


def test_an_answer_that_was_cut_is_not_remembered(tmp_path: Path) -> None:
    whole = answered(message(THINKING))
    file = tmp_path / "ledger"
    with between(Recorded(whole), ledger=f"sqlite:{file}") as (server, behind):
        del behind
        said(server, posted(encoded(SOUND)))
    assert signatures_in(file) == 1
    file.unlink()

    def cutting(connection: object) -> None:
        connection.request()  # type: ignore[attr-defined]
        connection.send(whole[:-10])  # type: ignore[attr-defined]

    with between(cutting, ledger=f"sqlite:{file}") as (server, _):
        said(server, posted(encoded(SOUND)))
    assert signatures_in(file) == 0


@pytest.mark.parametrize("streams", [False, True], ids=["whole", "stream"])
def test_an_edit_of_a_conversation_is_foreseen_by_another_gateway(tmp_path: Path, streams: bool) -> None:
    """Two gateways share a ledger: what one saw answered, the other repairs before it is refused."""
    ledger = f"sqlite:{tmp_path / 'ledger'}"
    first = [user("What is the weather in Oslo?")]
    fields = {"model": "claude-opus-5-5", "max_tokens": 4000, "thinking": {"type": "adaptive"}}
    with emulated(ledger=ledger) as (server, emulator):
        with anthropic.Anthropic(base_url=server.base_url, api_key=KEY, max_retries=0) as talking:
            if streams:
                with talking.messages.stream(messages=first, **fields) as stream:  # type: ignore[arg-type]
                    answer = stream.get_final_message()
            else:
                answer = talking.messages.create(messages=first, **fields)  # type: ignore[call-overload]
        content = [block.model_dump(exclude_none=True) for block in answer.content]
        assert content[0]["type"] == "thinking"
        later = [user("What is the weather in Rome?"), {"role": "assistant", "content": content}, user("Thanks.")]
        server.stop()
        upstream_url = server._worker._upstream.address.url.rstrip("/")
        with gateway(upstream_url, ledger=ledger) as other:
            body = encoded({**fields, "messages": later})
            head = b"anthropic-version: 2023-06-01\r\n"
            status, headers, _ = parts(said(other, posted(body, headers=head)))
        assert (status, headers["sendable-verdict"]) == (200, "repaired")
        assert int(headers["sendable-changes"]) > 0
        assert not emulator.rejections


def test_a_ledger_that_can_not_be_used_is_told(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    file.write_bytes(b"no database at all, and long enough to be looked at as one" * 40)
    for address in (f"sqlite:{file}", "moon:1", "sqlite:"):
        with pytest.raises(UsageError):
            Relaying(Options(upstream="http://a.test", ledger=address), Aside(print))


def test_memory_is_a_word_for_none_that_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with between(Recorded(answered(message(THINKING))), ledger="memory") as (server, _):
        assert parts(said(server, posted(encoded(SOUND))))[0] == 200
    assert list(tmp_path.iterdir()) == []


def test_a_redis_that_is_not_there_is_told_once_and_costs_no_request(caplog: pytest.LogCaptureFixture) -> None:
    pytest.importorskip("redis")
    address = f"redis://:sk-secret@127.0.0.1:{free_port()}/0"
    with between(Recorded(answered(message(THINKING))), ledger=address) as (server, _):
        assert parts(said(server, posted(encoded(SOUND))))[0] == 200
        assert b'"ledger":false' in said(server, b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    lines = [record.getMessage() for record in caplog.records if record.name == "sendable.gateway"]
    assert len([line for line in lines if line.startswith("the ledger cannot be written to")]) == 1
    assert "sk-secret" not in caplog.text


def test_what_the_api_refused_is_kept_without_what_was_said(tmp_path: Path) -> None:
    kept = Scripted(answered(refused(BOUND), b"400 Bad Request"), ANSWER)
    with between(kept, learn=tmp_path) as (server, _):
        assert parts(said(server, posted(encoded(THOUGHT))))[0] == 200
    [file] = tmp_path.rglob("*.json")
    case = file.read_text()
    assert (file.parent.name, "Weather" in case) == ("thinking-bound", False)
    assert "is bound to a different conversation" in case


def test_a_folder_of_cases_that_was_removed_is_made_again_or_counted_as_lost(tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    metrics = b"GET /metrics HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    other = answered(refused("sk-other is not known here"), b"400 Bad Request")
    with between(Recorded(other), learn=folder) as (server, _):
        rmtree(folder)
        said(server, posted(encoded(SOUND)))
        within(lambda: len(list(folder.glob("*/*.json"))) == 1)
        rmtree(folder)
        folder.touch()
        said(server, posted(encoded(SOUND)))
        within(lambda: b'sendable_lost_total{what="case"} 1.0' in said(server, metrics))


def within(met: Callable[[], bool]) -> None:
    """Wait for what is done beside the answering."""
    ends = time.monotonic() + WAIT
    while not met():
        assert time.monotonic() < ends
        time.sleep(0.02)


def test_a_ledger_that_is_locked_costs_no_request(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    with (
        upstream(Recorded(answered(message(THINKING)))) as behind,
        gateway(behind.url, ledger=f"sqlite:{file}") as server,
        client(server) as held,
    ):
        base = sqlite3.connect(file, isolation_level=None)
        base.execute("BEGIN EXCLUSIVE")
        for _ in range(3):
            held.sendall(posted(encoded(SOUND), last=False))
            assert parts(one_answer(held))[0] == 200
        ready = said(server, b"GET /readyz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert parts(ready)[0] == 503
        assert b'"ledger":false' in ready
        base.execute("ROLLBACK")
        base.close()
