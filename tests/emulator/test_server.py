import httpx2
import pytest

from sendable.emulator.app import App
from sendable.emulator.server import Server, serving
from sendable.errors import UsageError
from tests.emulator.calling import HEADERS, emulator


def test_a_server_listens_on_loopback_and_stops() -> None:
    with serving() as server:
        assert server.base_url.startswith("http://127.0.0.1:")
        assert httpx2.get(f"{server.base_url}/v1/models", headers=HEADERS).status_code == 200
    with pytest.raises(httpx2.TransportError):
        httpx2.get(f"{server.base_url}/v1/models", headers=HEADERS)


def test_it_tells_its_address_when_it_is_ready() -> None:
    told: list[str] = []
    with Server(App(emulator()), on_ready=told.append) as server:
        assert told == [server.base_url]


def test_an_address_that_is_taken_is_told() -> None:
    with serving() as server, pytest.raises(UsageError, match="cannot listen on"):
        Server(App(emulator()), port=int(server.base_url.rpartition(":")[2]))


def test_an_option_that_there_is_not_is_told() -> None:
    with pytest.raises(UsageError, match="unknown option strictness"):
        serving(strictness=1)
