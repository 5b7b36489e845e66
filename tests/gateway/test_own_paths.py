import msgspec
import pytest

from sendable.gateway import own_paths
from tests.gateway.raw import Recorded, between, gateway, said
from tests.gateway.test_upstream import free_port


def get(path: str, method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()


def body_of(answer: bytes) -> bytes:
    return answer.partition(b"\r\n\r\n")[2]


def test_it_is_healthy_without_asking_the_upstream() -> None:
    with gateway(f"http://127.0.0.1:{free_port()}") as server:
        answer = said(server, get("/healthz"))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert msgspec.json.decode(body_of(answer)) == {"status": "ok"}


def test_it_is_ready_while_the_upstream_can_be_reached() -> None:
    kept = Recorded()
    with between(kept) as (server, _):
        answer = said(server, get("/readyz"))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert msgspec.json.decode(body_of(answer)) == {
        "status": "ready",
        "upstream": True,
        "ledger": True,
        "serving": True,
    }
    assert kept.requests == []


def test_it_is_not_ready_when_the_upstream_can_not_be_reached() -> None:
    with gateway(f"http://127.0.0.1:{free_port()}") as server:
        answer = said(server, get("/readyz"))
    assert answer.startswith(b"HTTP/1.1 503 ")
    assert msgspec.json.decode(body_of(answer))["upstream"] is False


def test_being_asked_often_costs_the_upstream_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_paths, "ASKED_EVERY", 60.0)
    with between(Recorded()) as (server, behind):
        for _ in range(5):
            said(server, get("/readyz"))
        assert behind.connections == 1


def test_a_head_alone_is_answered() -> None:
    with between(Recorded()) as (server, _):
        answer = said(server, get("/healthz", "HEAD"))
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert body_of(answer) == b""


@pytest.mark.parametrize("path", ["/healthz/", "/metrics/x", "/v1/healthz"])
def test_no_other_path_is_the_gateway_s_own(path: str) -> None:
    kept = Recorded()
    with between(kept) as (server, _):
        assert said(server, get(path)).endswith(b"ok")
    assert len(kept.requests) == 1


@pytest.mark.parametrize("method", ["POST", "OPTIONS", "DELETE", "PUT", "PATCH"])
@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics?x=1"])
def test_they_can_only_be_read(method: str, path: str) -> None:
    kept = Recorded()
    with between(kept) as (server, _):
        answer = said(server, get(path, method))
    assert answer.startswith(b"HTTP/1.1 405 ")
    assert b"\r\nallow: GET, HEAD\r\n" in answer
    assert msgspec.json.decode(body_of(answer))["error"]["type"] == "invalid_request_error"
    assert kept.requests == []
