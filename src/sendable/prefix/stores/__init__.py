"""Where a ledger keeps what it remembers: in memory, in one SQLite file, or in Redis. Digests only, never content."""

from sendable.prefix.stores.memory import MemoryStore
from sendable.prefix.stores.sqlite import SqliteStore
from sendable.prefix.stores.store import Entry, Node, Store
from sendable.prefix.stores.store_from import store_from

__all__ = ["Entry", "MemoryStore", "Node", "SqliteStore", "Store", "store_from"]
