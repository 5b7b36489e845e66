import socket

import pytest

from sendable.errors import UsageError
from sendable.gateway.listening import address_of, listening


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
