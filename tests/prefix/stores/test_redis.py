import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ExecAbortError

from sendable import Ledger, LedgerError
from sendable.prefix.stores import Entry, Node
from sendable.prefix.stores.redis import RedisStore, _told
from sendable.wire.build import assistant, request, text, thinking, user
from tests.redis_server import RedisServer, free_port

ENTRY = Entry("m", b"s", b"t", b"ls", b"lt", b"n2", b"b", b"lb", 2, None)


Start = Callable[..., RedisServer]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers that end with the test."""
    made: list[RedisServer] = []

    def started(*options: str) -> RedisServer:
        made.append(RedisServer(tmp_path, *options))
        return made[-1]

    yield started
    for server in made:
        server.kill()


@pytest.fixture
def own(start: Start) -> RedisServer:
    """A server of this test alone."""
    return start()


def fails(store: RedisStore) -> LedgerError:
    """The one error of all that a store can be asked."""
    found = []
    for asked in (
        lambda: store.put({b"z": ENTRY}, [Node(b"z", b"y")]),
        lambda: store.keep_states({b"z": b"1"}),
        lambda: store.entries([b"z"]),
        lambda: store.known([b"z"]),
        lambda: store.states([b"z"]),
        lambda: store.parents(b"z", 3),
    ):
        with pytest.raises(LedgerError) as caught:
            asked()
        found.append(caught.value)
    assert len({error.reason for error in found}) == 1
    return found[0]


def works(store: RedisStore) -> None:
    store.put({b"a": ENTRY}, [Node(b"a", b"b")])
    store.keep_states({b"a": b"1"})
    assert store.entries([b"a"]) == {b"a": ENTRY}
    assert store.parents(b"a", 1) == [b"b", b"a"]
    assert store.states([b"a"]) == {b"a": b"1"}


def test_a_server_that_is_not_there_yet(start: Start) -> None:
    server = start()
    server.kill()
    store = RedisStore(server.url)
    begun = time.monotonic()
    assert str(fails(store)) == "the ledger cannot be used: gone (ConnectionError)"
    assert time.monotonic() - begun < 5
    server.start()
    works(store)


def test_a_server_that_goes_and_comes_back(own: RedisServer) -> None:
    store = RedisStore(own.url)
    works(store)
    own.kill()
    assert fails(store).reason == "gone"
    own.start()
    works(store)


def test_a_connection_that_the_server_closed_is_made_again(own: RedisServer) -> None:
    store = RedisStore(own.url)
    works(store)
    Redis.from_url(own.url).client_kill_filter(_type="normal", skipme=True)
    works(store)


def test_a_server_that_hangs_is_waited_for_once(own: RedisServer) -> None:
    store = RedisStore(own.url, wait=0.3)
    works(store)
    os.kill(own.pid, signal.SIGSTOP)
    try:
        begun = time.monotonic()
        assert fails(store).reason == "gone"
        assert time.monotonic() - begun < 2
    finally:
        os.kill(own.pid, signal.SIGCONT)
    time.sleep(0.4)
    works(store)


def test_an_address_that_nobody_answers_at() -> None:
    store = RedisStore(f"redis://u:secret@127.0.0.1:{free_port()}/1", wait=0.3)
    assert "secret" not in str(fails(store))


def test_a_full_server_says_so_and_keeps_what_it_has(start: Start) -> None:
    server = start("--maxmemory", "2mb", "--maxmemory-policy", "noeviction")
    store = RedisStore(server.url, wait=30)
    names = [b"%d" % number for number in range(20_000)]
    count, reason = 0, ""
    while not reason:
        try:
            store.put({names[count]: ENTRY}, [Node(names[count], b"")])
            count += 1
        except LedgerError as fault:
            reason = fault.reason
    assert reason == "full"
    assert list(store.entries(names)) == names[:count]
    assert store.known(names) == {*names[:count]}


def test_a_server_that_is_full_at_the_end_of_a_change_says_so(start: Start) -> None:
    server = start("--maxmemory", "0", "--maxmemory-policy", "noeviction")
    held, other = Redis.from_url(server.url).connection_pool.get_connection(), Redis.from_url(server.url)
    for command in (("MULTI",), ("SET", "a", "b")):
        held.send_command(*command)
        held.read_response()
    other.config_set("maxmemory", 1)
    held.send_command("EXEC")
    with pytest.raises(ExecAbortError) as fault:
        held.read_response()
    assert _told(fault.value).reason == "full"
    assert other.get("a") is None


def test_a_server_that_may_forget_is_bounded(start: Start) -> None:
    server = start("--maxmemory", "3mb", "--maxmemory-policy", "volatile-ttl")
    store = RedisStore(server.url)
    for number in range(400):
        store.keep_states({b"%d %d" % (number, at): b"x" * 200 for at in range(20)})
    assert Redis.from_url(server.url).dbsize() < 7000
    assert len(store.states(b"399 %d" % at for at in range(20))) == 20


def test_a_password_is_used_and_never_told(start: Start) -> None:
    server = start("--requirepass", "secret")
    place = f"127.0.0.1:{server.port}"
    works(RedisStore(f"redis://:secret@{place}"))
    for wrong in (f"redis://:secreter@{place}", f"redis://{place}", f"redis://u:secret@{place}"):
        error = fails(RedisStore(wrong))
        assert error.reason == "refused"
        assert "secret" not in str(error)


def test_a_copy_that_takes_nothing_says_so(start: Start) -> None:
    server = start("--replicaof", f"127.0.0.1 {free_port()}")
    store = RedisStore(server.url)
    with pytest.raises(LedgerError) as caught:
        store.put({b"a": ENTRY}, [])
    assert caught.value.reason == "read-only"
    assert store.entries([b"a"]) == {}


def test_an_encrypted_connection(start: Start, tmp_path: Path) -> None:
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("needs the program openssl")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    made += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run([program, *made], check=True, capture_output=True)
    port = free_port()
    options = ["--tls-port", str(port), "--tls-auth-clients", "no", "--tls-cert-file", str(certificate)]
    start(*options, "--tls-key-file", str(key), "--tls-ca-cert-file", str(certificate))
    works(RedisStore(f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={certificate}"))
    assert fails(RedisStore(f"rediss://127.0.0.1:{port}/0")).reason == "gone"


def test_every_key_ends_and_holds_digests_alone(own: RedisServer) -> None:
    ledger = Ledger(RedisStore(own.url, kept=50))
    first = request(user("xyzzy-secret"), model="claude-opus-5-5", system="plugh-secret")
    ledger.record(first, assistant(thinking("hidden-thought", "hidden-signature"), text("said-secret")))
    ledger.keep_state("person@example", {"version": 1})
    ledger.keep_state_of(first, {"version": 1})
    redis = Redis.from_url(own.url)
    keys = list(redis.scan_iter())
    assert len(keys) == 5
    assert all(40_000 < redis.pttl(key) <= 50_000 for key in keys)
    assert all(key.startswith(b"sendable:1:") for key in keys)
    data = b"".join(key + redis.get(key) for key in keys)
    assert not any(word in data for word in (b"xyzzy", b"plugh", b"hidden", b"said", b"person"))


def test_each_put_is_one_transaction_and_one_turn_few_questions(own: RedisServer) -> None:
    ledger = Ledger(RedisStore(own.url))
    redis = Redis.from_url(own.url)

    def calls() -> dict[str, int]:
        counted = {name[8:]: held["calls"] for name, held in redis.info("commandstats").items()}
        redis.config_resetstat()
        return {name: counted[name] for name in ("mget", "multi", "exec", "set", "get") if name in counted}

    first = request(user("a"), model="claude-opus-5-5")
    answer = assistant(thinking(signature="AAAA"), text("b"))
    calls()
    ledger.record(first, answer)
    assert calls() == {"mget": 1, "multi": 1, "exec": 1, "set": 2}
    ledger.keep_state_of(first, {"a": 1})
    assert calls() == {"multi": 1, "exec": 1, "set": 2}
    assert ledger.state_of({**first, "messages": [*first["messages"], answer, user("c")]}) == {"a": 1}
    assert calls() == {"mget": 1}


def test_what_somebody_else_put_is_not_known(own: RedisServer) -> None:
    store = RedisStore(own.url)
    store.put({b"a": ENTRY, b"b": ENTRY}, [])
    redis = Redis.from_url(own.url)
    redis.set(b"sendable:1:entry:a", b"\x93nothing")
    redis.rpush(b"sendable:1:entry:c", b"x")
    assert store.entries([b"a", b"b", b"c"]) == {b"b": ENTRY}


def test_two_names_are_two_ledgers(own: RedisServer) -> None:
    one, other = RedisStore(own.url), RedisStore(own.url, name="other")
    one.keep_states({b"a": b"1"})
    assert other.states([b"a"]) == {}
    one.close()
    works(one)
