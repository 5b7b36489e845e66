import socket

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
