"""A store in Redis, for several machines. It needs the package `redis`."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ConnectionError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,
)
from redis.retry import Retry

from sendable.errors import LedgerError
from sendable.prefix.stores.faults import WAIT, Faults
from sendable.prefix.stores.store import KEPT, Entry, Node

VERSION = 1
BATCH = 1000

# Which of the errors of the driver means what; the first that fits counts.
_REASONS: list[tuple[type[RedisError], str]] = [
    (AuthenticationError, "refused"),
    (AuthorizationError, "refused"),
    (NoPermissionError, "refused"),
    (OutOfMemoryError, "full"),
    (ReadOnlyError, "read-only"),
    (ConnectionError, "gone"),
    (TimeoutError, "gone"),
]

# Walks from a point towards the root, so that it takes one question and not one for each message.
_WALK = """
local found, point = {}, ARGV[2]
for _ = 1, tonumber(ARGV[3]) do
    point = redis.call('GET', ARGV[1] .. point)
    if not point then break end
    found[#found + 1] = point
end
return found
"""

_pack = msgspec.msgpack.Encoder().encode


class RedisStore:
    """Entries, nodes and states as single keys, each with its time to live; what is put at once goes in one `MULTI`.

    Redis itself forgets what is too old. Give a server that holds nothing else `maxmemory` and
    `maxmemory-policy volatile-ttl`, and it forgets the oldest where there is too much.

    Args:
        url: `redis://`, `rediss://` or `unix://`. Nothing is asked of the server until the store is used.
        kept: seconds after which an entry that was not put again is forgotten.
        wait: seconds to wait for a connection, and for an answer.
        name: what all keys begin with.

    Raises:
        ValueError, TypeError: the address is none, or has an option that does not exist.
    """

    def __init__(self, url: str, kept: float = KEPT, *, wait: float = WAIT, name: str = "sendable") -> None:
        # A connection that was idle may have been closed by the server: it is made again once, at once.
        again = Retry(NoBackoff(), 1, supported_errors=(ConnectionError,))
        pool = ConnectionPool.from_url(url, socket_timeout=wait, socket_connect_timeout=wait, retry=again)
        pool.connection_kwargs["decode_responses"] = False
        pool.connection_class(**pool.connection_kwargs)  # connects to nothing, but knows its options
        self._redis: Redis = Redis(connection_pool=pool)
        self._kept = max(int(kept * 1000), 1)
        self._faults = Faults((RedisError, OSError), _told, wait)
        self._name = f"{name}:{VERSION}:".encode()

    def close(self) -> None:
        """Close the connections."""
        self._redis.connection_pool.disconnect()

    def entries(self, signatures: Iterable[bytes]) -> dict[bytes, Entry]:
        """The entries of those signatures that are known."""
        found = ((name, _entry_of(value)) for name, value in self._values(b"entry:", signatures))
        return {name: entry for name, entry in found if entry is not None}

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        found = [point]
        while len(found) <= depth:
            steps = min(depth + 1 - len(found), BATCH)
            with self._faults.caught():
                more: Any = self._redis.eval(_WALK, 0, self._name + b"node:", found[-1], str(steps))
            found += more
            if len(more) < steps:
                break
        return found[::-1]

    def known(self, points: Iterable[bytes]) -> set[bytes]:
        """Those of some points of which a node is kept."""
        return {point for point, _ in self._values(b"node:", points)}

    def put(self, entries: dict[bytes, Entry], nodes: list[Node]) -> None:
        """Keep these in one transaction."""
        kept = {b"entry:" + name: _pack(msgspec.structs.astuple(entry)) for name, entry in entries.items()}
        self._keep(kept | {b"node:" + node.point: node.parent for node in nodes})

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        """What was kept under these names last; nothing for those that are unknown or too old."""
        return dict(self._values(b"state:", names))

    def keep_states(self, states: dict[bytes, bytes]) -> None:
        """Keep values under names, in the place of those before, in one transaction."""
        self._keep({b"state:" + name: value for name, value in states.items()})

    def _keep(self, values: dict[bytes, bytes]) -> None:
        if not values:
            return
        with self._faults.caught(), self._redis.pipeline(transaction=True) as together:
            for name, value in values.items():
                together.set(self._name + name, value, px=self._kept)
            together.execute()

    def _values(self, kind: bytes, names: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        wanted = list(dict.fromkeys(names))
        for at in range(0, len(wanted), BATCH):
            some = wanted[at : at + BATCH]
            with self._faults.caught():
                values: Any = self._redis.mget([self._name + kind + name for name in some])
            yield from ((name, value) for name, value in zip(some, values, strict=True) if value is not None)


def _entry_of(value: bytes) -> Entry | None:
    """The entry that was kept; what somebody else put there is none."""
    try:
        return Entry(*msgspec.msgpack.decode(value, type=_Packed))
    except msgspec.DecodeError:
        return None


_Packed = tuple[str, bytes, bytes, bytes, bytes, bytes, bytes, bytes, int, bytes | None]


def _told(fault: Exception) -> LedgerError:
    reason = next((reason for kind, reason in _REASONS if isinstance(fault, kind)), "failed")
    return LedgerError("gone" if isinstance(fault, OSError) else reason, type(fault).__name__)
