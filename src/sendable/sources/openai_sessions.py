"""Sessions of the OpenAI Agents SDK: its SQLite file, opened read-only, or the rows of its table as JSON."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sendable.conversation import Lost
from sendable.errors import UnreadableError, UsageError

Json = dict[str, Any]

_ROWS = "SELECT id, session_id, message_data FROM agent_messages ORDER BY id"
_TABLES = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'agent_messages'"
_BRANCHES = "SELECT branch_id, message_id FROM message_structure"
MAIN = "main"


def is_session_file(path: Path) -> bool:
    """Whether a database holds the table of such sessions."""
    try:
        with closing(_opened(path)) as database:
            return bool(database.execute(_TABLES).fetchone()[0])
    except (sqlite3.Error, OSError):
        return False


def rows_in(path: Path, branch: str, lost: list[Lost]) -> list[Json]:
    """The rows of the table of messages, in order, of one branch where the session has several.

    Args:
        path: of the database.
        branch: name of the branch.
        lost: takes what stands in other branches only.

    Raises:
        UnreadableError: it is no database with such a table.
        UsageError: no branch of that name.
    """
    try:
        with closing(_opened(path)) as database:
            database.text_factory = lambda data: data.decode("utf-8", "surrogatepass")
            rows = list(_rows(database))
            branches = _branches(database)
    except (sqlite3.Error, OSError, UnicodeDecodeError):
        raise UnreadableError("no database of Agents SDK sessions, or a damaged one") from None
    if branch != MAIN and branch not in branches:
        raise UsageError(f"no branch of that name among {len(branches)}")
    left = set().union(*branches.values()) - branches.get(branch, set())
    kept = [row for row in rows if row["id"] not in left]
    if len(kept) < len(rows):
        lost.append(Lost("agent_messages", "messages of other branches; the option `branch` chooses one"))
    return kept


def _opened(path: Path) -> sqlite3.Connection:
    """Open without writing: no log beside the file means that nobody writes, so no lock file is needed either."""
    log = path.with_name(f"{path.name}-wal")
    quiet = not log.exists() or log.stat().st_size == 0
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro{'&immutable=1' if quiet else ''}", uri=True)


def _rows(database: sqlite3.Connection) -> Iterator[Json]:
    for number, session, text in database.execute(_ROWS):
        yield {"id": number, "session_id": session, "message_data": text}


def _branches(database: sqlite3.Connection) -> dict[str, set[int]]:
    """The ids of the rows of each branch."""
    branches: dict[str, set[int]] = {}
    try:
        for branch, number in database.execute(_BRANCHES):
            branches.setdefault(str(branch), set()).add(number)
    except sqlite3.OperationalError:  # no such table: a session without branches
        return {}
    return branches


def items_of(rows: list[Any], session: str | None, lost: list[Lost]) -> list[Any]:
    """The items of one session.

    Args:
        rows: rows with `message_data`, and `session_id` where they have one.
        session: id of the session; None takes the only one.
        lost: takes the rows that cannot be read.

    Raises:
        UsageError: several sessions and none was chosen, or none of that id.
    """
    found = list(dict.fromkeys(_session(row) for row in rows if isinstance(row, dict)))
    if session is None and len(found) > 1:
        raise UsageError(f"{len(found)} sessions: choose one with the option `session`, by its id")
    if session is not None and session not in found:
        raise UsageError(f"no session of that id among {len(found)}")
    items = []
    for at, row in enumerate(rows):
        if not isinstance(row, dict):
            lost.append(Lost(f"rows.{at}", "a row that is no object"))
        elif session in (None, _session(row)):
            item = _item(row.get("message_data"))
            if item is None:
                lost.append(Lost(f"rows.{at}.message_data", "a message that is no JSON object"))
            else:
                items.append(item)
    return items


def _session(row: Json) -> str | None:
    held = row.get("session_id")
    return None if held is None else str(held)


def _item(data: Any) -> Json | None:
    try:
        item = json.loads(data) if isinstance(data, str | bytes) else data
    except (ValueError, RecursionError):
        return None
    return item if isinstance(item, dict) else None
