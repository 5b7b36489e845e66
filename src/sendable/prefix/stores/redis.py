"""A store in Redis, for several machines. It needs the package `redis`."""

from collections.abc import Iterable, Iterator
from typing import Any

from redis import ConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ConnectionError,
    ExecAbortError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,
)
from redis.retry import Retry

from sendable.errors import LedgerError
from sendable.prefix.stores.faults import WAIT, Faults
from sendable.prefix.stores.named import Kinds, NamedStore
from sendable.prefix.stores.store import KEPT, Entry, Found, Node

VERSION = 1
BATCH = 1000

_KINDS = Kinds(b"entry:", b"node:", b"state:")

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

# What stands in the reason of a transaction that was given up at its end, where the server tells no more than that.
_ABORTED = {": OOM ": "full", ": READONLY ": "read-only", ": NOPERM ": "refused"}

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


class RedisStore(NamedStore):
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

    def parents(self, point: bytes, depth: int) -> list[bytes]:
        """The points on the way from the root to this one, the root first; shorter where some are forgotten."""
        found = [point]
        while len(found) <= depth:
            steps = min(depth + 1 - len(found), BATCH)
            with self._faults.caught():
                more: Any = self._redis.eval(_WALK, 0, self._name + _KINDS.node, found[-1], str(steps))
            found += more
            if len(more) < steps:
                break
        return found[::-1]

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        """Keep these in one transaction, states in the place of those before."""
        values = _KINDS.values(entries, {node.point: node.parent for node in nodes}, states or {})
        if not values:
            return
        with self._faults.caught(), self._redis.pipeline(transaction=True) as together:
            for name, value in values.items():
                together.set(self._name + name, value, px=self._kept)
            together.execute()

    def look(
        self, signatures: Iterable[bytes] = (), points: Iterable[bytes] = (), names: Iterable[bytes] = ()
    ) -> Found:
        """Entries, points and states with one question."""
        return _KINDS.found(self._values(_KINDS.names(signatures, points, names)))

    def _values(self, names: Iterable[bytes]) -> Iterator[tuple[bytes, bytes]]:
        wanted = list(dict.fromkeys(names))
        for at in range(0, len(wanted), BATCH):
            some = wanted[at : at + BATCH]
            with self._faults.caught():
                values: Any = self._redis.mget([self._name + name for name in some])
            yield from ((name, value) for name, value in zip(some, values, strict=True) if value is not None)


def _told(fault: Exception) -> LedgerError:
    reason = next((reason for kind, reason in _REASONS if isinstance(fault, kind)), "failed")
    if isinstance(fault, ExecAbortError):
        reason = next((reason for code, reason in _ABORTED.items() if code in str(fault)), reason)
    return LedgerError("gone" if isinstance(fault, OSError) else reason, type(fault).__name__)
