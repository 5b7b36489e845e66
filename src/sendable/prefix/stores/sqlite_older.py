"""Takes over what stands in a SQLite file of an older version: the first one had three tables, each in no order."""

from sqlite3 import Connection

from sendable.prefix.stores.packed import packed
from sendable.prefix.stores.store import Entry

_FIELDS = ", ".join(Entry.__struct_fields__)
_TAKE_OVER = f"""
INSERT INTO kept (name, value, put, through)
SELECT name, value, put, sum(size) OVER (ORDER BY put, name) FROM (
    SELECT CAST('e' || signature AS BLOB) AS name, packed({_FIELDS}) AS value, put, 0 AS size FROM entries
    UNION ALL SELECT CAST('n' || point AS BLOB), CAST('n' || parent AS BLOB), put, 0 FROM nodes
    UNION ALL SELECT CAST('s' || name AS BLOB), value, put, size FROM states
) ORDER BY put, name
"""


def take_over(base: Connection) -> None:
    """Bring all that is kept in a file of the first version into the table of the second; a transaction is open."""
    base.create_function("packed", len(Entry.__struct_fields__), lambda *fields: packed(Entry(*fields)))
    base.execute(_TAKE_OVER)
    for table in ("entries", "nodes", "states"):
        base.execute(f"DROP TABLE {table}")
