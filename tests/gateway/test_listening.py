import socket
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import pytest

from sendable.errors import UsageError
from sendable.gateway.listening import address_of, listening, refuse_own
from sendable.gateway.options import upstream_of


def test_a_free_port_is_taken() -> None:
    [held] = listening("127.0.0.1", 0, 1)
    with held:
        assert address_of(held) == f"http://127.0.0.1:{held.getsockname()[1]}"


def test_every_worker_has_a_socket_of_one_address() -> None:
    several = listening("127.0.0.1", 0, 3)
    assert len(several) == 3
    assert len({held.getsockname() for held in several}) == 1
    for held in several:
        held.close()


@pytest.mark.parametrize(("first", "second"), [(1, 2), (2, 1), (2, 2), (3, 3)])
@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_an_address_is_that_of_one_gateway_whatever_the_number_of_its_workers(
    first: int, second: int, host: str
) -> None:
    several = listening("127.0.0.1", 0, first)
    with pytest.raises(UsageError, match="cannot listen on"):
        listening(host, several[0].getsockname()[1], second)
    for held in several:
        held.close()


def test_of_many_that_start_at_once_one_has_the_address() -> None:
    many = 8
    for _ in range(25):
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        starts = threading.Barrier(many)

        def one(port: int = port, starts: threading.Barrier = starts) -> "list[socket.socket]":
            starts.wait()
            try:
                return listening("127.0.0.1", port, 2)
            except UsageError:
                return []

        with ThreadPoolExecutor(many) as pool:
            had = [sockets for sockets in pool.map(lambda start: start(), [one] * many) if sockets]
        assert len(had) == 1
        for held in had[0]:
            held.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere all have the same socket")
def test_clients_are_shared_out() -> None:
    several = listening("127.0.0.1", 0, 2)
    with ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(socket.create_connection(several[0].getsockname()))
        taken = [sum(1 for _ in iter(partial(accepted, held, stack), None)) for held in several]
    assert sum(taken) == 200
    assert min(taken) > 50
    for held in several:
        held.close()


def accepted(held: socket.socket, stack: ExitStack) -> socket.socket | None:
    try:
        return stack.enter_context(held.accept()[0])
    except BlockingIOError:
        return None


def test_the_newer_protocol_has_its_brackets() -> None:
    if not socket.has_ipv6:
        pytest.skip("this system has no IPv6")
    try:
        [held] = listening("::1", 0, 1)
    except UsageError:
        pytest.skip("this machine has no IPv6")
    with held:
        assert address_of(held).startswith("http://[::1]:")


def test_an_address_that_is_taken_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as held, pytest.raises(UsageError, match="cannot listen on"):
        listening("127.0.0.1", held.getsockname()[1], 1)


@pytest.mark.parametrize(
    ("host", "upstream"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.0.0.1", "localhost"),
        ("127.0.0.1", "0.0.0.0"),
        ("0.0.0.0", "127.0.0.1"),
        ("0.0.0.0", "localhost"),
    ],
)
def test_an_upstream_that_is_the_gateway_itself_is_told(host: str, upstream: str) -> None:
    [held] = listening(host, 0, 1)
    with held, pytest.raises(UsageError, match="own address"):
        refuse_own(upstream_of(f"http://{upstream}:{held.getsockname()[1]}/below"), held)


@pytest.mark.parametrize("upstream", ["192.0.2.1", "127.0.0.2", "no-such-host.invalid"])
def test_the_same_port_elsewhere_is_another(upstream: str) -> None:
    [held] = listening("127.0.0.1", 0, 1)
    with held:
        refuse_own(upstream_of(f"http://{upstream}:{held.getsockname()[1]}"), held)
        refuse_own(upstream_of("http://127.0.0.1:9"), held)
