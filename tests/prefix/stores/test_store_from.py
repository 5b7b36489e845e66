import subprocess
import sys
from pathlib import Path

import pytest

from sendable import Ledger, LedgerError, UsageError
from sendable.prefix.stores import SqliteStore, store_from
from sendable.prefix.stores.redis import RedisStore
from tests.redis_server import RedisServer


@pytest.mark.parametrize("form", ["sqlite:{path}", "SQLite:{path}", "{path}"])
def test_a_path_is_a_sqlite_file(form: str, tmp_path: Path) -> None:
    path = tmp_path / "some where.sqlite"
    store = store_from(form.format(path=path))
    assert isinstance(store, SqliteStore)
    assert path.exists()


def test_an_address_of_redis_is_not_asked_yet() -> None:
    for url in ("redis://u:secret@127.0.0.1:1/2", "rediss://127.0.0.1:1", "unix:///nowhere/redis.sock?db=3"):
        assert isinstance(store_from(url), RedisStore)


def test_a_ledger_takes_the_same_addresses(server: RedisServer, tmp_path: Path) -> None:
    for address in (server.url, f"unix://{server.socket}", f"sqlite:{tmp_path / 'l.sqlite'}"):
        ledger = Ledger(address)
        ledger.keep_state("key", {"a": address[:5]})
        assert Ledger(address).state("key") == {"a": address[:5]}


WRONG = [
    "sqlite:",
    "",
    "sqlite:a\0b",
    "redis:secret",
    "redsi://secret",
    "postgres://u:secret@h/d",
    "https://secret",
    "redis://h:secret",
    "redis://[secret",
    "redis://h?secret=1",
    "redis://h?socket_timeout=secret",
]


@pytest.mark.parametrize("address", WRONG)
def test_what_is_no_address_is_told_without_it(address: str) -> None:
    with pytest.raises(UsageError) as caught:
        store_from(address)
    assert "secret" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_file_that_cannot_be_opened_is_told_without_its_path(tmp_path: Path) -> None:
    with pytest.raises(LedgerError) as caught:
        store_from(f"sqlite:{tmp_path / 'secret' / 'ledger.sqlite'}")
    assert caught.value.reason == "gone"
    assert "secret" not in str(caught.value)


def test_redis_without_its_package_is_told(tmp_path: Path) -> None:
    told = "import sys; sys.modules['redis'] = None\nfrom sendable.prefix.stores import store_from\n"
    told += "try: store_from('redis://u:secret@h')\nexcept Exception as fault: print(type(fault).__name__, fault)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.startswith("UsageError a ledger in Redis needs its extra: ")
    assert "pip install '.[redis]'" in done.stdout
    assert "secret" not in done.stdout
