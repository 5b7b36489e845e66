"""The store at an address, as the command line and the clients take it. No error shows the address: it may hold a
password.
"""

import re

from sendable.errors import UsageError
from sendable.prefix.stores.faults import WAIT
from sendable.prefix.stores.sqlite import SqliteStore
from sendable.prefix.stores.store import Store

FORMS = "sqlite:PATH, redis://…, rediss://… or unix://…"

# One letter before a colon is a drive.
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(.*)", re.DOTALL)


def store_from(address: str, *, wait: float = WAIT) -> Store:
    """Open the store at an address.

    Args:
        address: `sqlite:PATH`, `redis://…`, `rediss://…`, `unix://…`, or a path, which means SQLite.
        wait: seconds that a call of the store waits for a lock or an answer.

    Raises:
        UsageError: the address is of no known form, or what it needs is not installed.
        LedgerError: the SQLite file cannot be opened, or is no ledger. Redis is asked for nothing yet.
    """
    match = _SCHEME.fullmatch(address)
    scheme, rest = (match[1].lower(), match[2]) if match else ("sqlite", address)
    if scheme == "sqlite":
        if not rest or "\0" in rest:
            raise UsageError("a ledger in SQLite needs the path of its file: sqlite:PATH")
        return SqliteStore(rest, wait=wait)
    if scheme in ("redis", "rediss", "unix"):
        return _redis(f"{scheme}:{rest}", wait)
    raise UsageError(f"no known kind of ledger: one of {FORMS}")


def _redis(url: str, wait: float) -> Store:
    try:
        from sendable.prefix.stores.redis import RedisStore
    except ImportError:
        raise UsageError("a ledger in Redis needs its extra: in a clone of sendable, pip install '.[redis]'") from None
    if "://" not in url:
        raise UsageError(f"the address of a ledger in Redis is a URL: one of {FORMS}")
    try:
        return RedisStore(url, wait=wait)
    except (ValueError, TypeError):
        raise UsageError("the address of the ledger in Redis cannot be read") from None
