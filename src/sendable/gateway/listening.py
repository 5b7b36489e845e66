"""The sockets that clients connect to."""

import socket
import sys

from sendable.errors import UsageError
from sendable.gateway.options import Address

_BACKLOG = 1024
_ANY = frozenset({"0.0.0.0", "::"})


def listening(host: str, port: int, count: int) -> list[socket.socket]:
    """Sockets of one address, one a worker.

    Where the system shares connections out between sockets of one address, each worker has its own, so that none takes
    all of a burst. Elsewhere all have the same. The first is there for itself alone until it listens, and only then are
    others let in beside it: else two gateways could have one address, and clients would meet either of them by chance.

    Args:
        host: address to listen on.
        port: 0 takes a free one.
        count: of workers.

    Raises:
        UsageError: the address cannot be used.
    """
    first = _bound(host, port)
    if count == 1 or sys.platform != "linux":
        return [first] * count
    first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    number = int(first.getsockname()[1])
    return [first, *(_bound(host, number, beside=True) for _ in range(count - 1))]


def address_of(held: socket.socket) -> str:
    """The address of a socket, as a URL."""
    host, port = held.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def refuse_own(upstream: Address, held: socket.socket) -> None:
    """See that an upstream is not the gateway itself, through which each request would go round and round.

    Args:
        upstream: where requests go.
        held: where they come in.

    Raises:
        UsageError: it is.
    """
    own, port = held.getsockname()[:2]
    if upstream.port != port:
        return
    try:
        found = {str(info[4][0]) for info in socket.getaddrinfo(upstream.host, port, type=socket.SOCK_STREAM)}
    except OSError:
        return  # what has no address now is nobody yet
    if own in found or found & _ANY or (own in _ANY and any(map(_is_of_this_machine, found))):
        raise UsageError("--upstream: this is the gateway's own address")


def _is_of_this_machine(address: str) -> bool:
    """Whether an address is one on which could be listened here; nothing is sent."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_DGRAM) as tried:
        try:
            tried.bind((address, 0))
        except OSError:
            return False
    return True


def _bound(host: str, port: int, *, beside: bool = False) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that is said to be one of TCP does asyncio know that its small writes must not wait.
    held = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if beside:
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind((host, port))
        held.listen(_BACKLOG)
    except (OSError, OverflowError) as fault:
        held.close()
        raise UsageError(f"cannot listen on {host}:{port}: {fault}") from None
    held.setblocking(False)
    return held
