from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest
from redis import Redis

from sendable.prefix.stores import MemoryStore, SqliteStore, Store
from sendable.prefix.stores.redis import RedisStore
from tests.redis_server import RedisServer


class Place(Protocol):
    """Where stores are made that share what they keep (but for those in memory), and where time passes."""

    def make(self, **limits: Any) -> Store: ...

    def later(self, seconds: float) -> None: ...


class Clocked:
    """Stores that are given a clock."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._now = 0.0

    def make(self, **limits: Any) -> Store:
        given = {"now": lambda: self._now, **limits}
        return MemoryStore(**given) if self._path is None else SqliteStore(self._path, **given)

    def later(self, seconds: float) -> None:
        self._now += seconds


class Served:
    """Stores in a real server; time passes by taking it from the time that each key has left."""

    def __init__(self, server: RedisServer) -> None:
        self._url = server.url
        self._redis = Redis.from_url(server.url)
        self._redis.flushall()

    def make(self, **limits: Any) -> Store:
        return RedisStore(self._url, **limits)

    def later(self, seconds: float) -> None:
        for key in self._redis.scan_iter():
            left = self._redis.pttl(key)
            assert left > 0
            self._redis.pexpire(key, left - int(seconds * 1000))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    made = RedisServer(tmp_path_factory.mktemp("redis"))
    yield made
    made.kill()


@pytest.fixture(params=["memory", "sqlite", "redis"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "redis":
        return Served(request.getfixturevalue("server"))
    return Clocked(None if request.param == "memory" else tmp_path / "ledger.sqlite")
