import asyncio
import sqlite3
from pathlib import Path

import pytest

from sendable.conversation import Lost, Text
from sendable.errors import UnreadableError, UsageError
from sendable.sources.load import load
from sendable.sources.openai_sessions import is_session_file, items_of, rows_in

TABLE = "CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT)"


def database(path: Path, *commands: str) -> Path:
    with sqlite3.connect(path) as held:
        for command in commands:
            held.execute(command)
    held.close()
    return path


def filled(path: Path, *more: str) -> Path:
    rows = [
        f"""INSERT INTO agent_messages VALUES ({at}, 'ann', '{{"role": "user", "content": "{at}"}}')""" for at in (1, 2)
    ]
    return database(path, TABLE, *rows, *more)


def test_rows_come_in_order(tmp_path: Path) -> None:
    file = filled(tmp_path / "a b%.db")
    assert is_session_file(file)
    assert [row["id"] for row in rows_in(file, "main", [])] == [1, 2]


def test_reading_leaves_no_trace(tmp_path: Path) -> None:
    file = filled(tmp_path / "kept.db")
    before = file.read_bytes()
    file.chmod(0o400)
    rows_in(file, "main", [])
    assert [path.name for path in tmp_path.iterdir()] == ["kept.db"]
    assert file.read_bytes() == before


def test_what_stands_in_the_log_is_read_too(tmp_path: Path) -> None:
    file = tmp_path / "kept.db"
    writer = sqlite3.connect(file)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute(TABLE)
    writer.execute("INSERT INTO agent_messages VALUES (1, 'ann', '{}')")
    writer.commit()
    assert len(rows_in(file, "main", [])) == 1
    writer.close()


def test_rows_of_other_branches_are_left_out_and_told(tmp_path: Path) -> None:
    structure = "CREATE TABLE message_structure (message_id INTEGER, branch_id TEXT)"
    rows = "INSERT INTO message_structure VALUES (1, 'main'), (1, 'try'), (2, 'try')"
    file, lost = filled(tmp_path / "kept.db", structure, rows), list[Lost]()
    assert [row["id"] for row in rows_in(file, "main", lost)] == [1]
    assert [one.path for one in lost] == ["agent_messages"]
    assert [row["id"] for row in rows_in(file, "try", [])] == [1, 2]
    with pytest.raises(UsageError, match="no branch of that name among 2"):
        rows_in(file, "gone", [])


def test_branches_of_the_library_are_told_apart(tmp_path: Path) -> None:
    memory = pytest.importorskip("agents.extensions.memory")
    file = tmp_path / "kept.db"

    async def fill() -> str:
        session = memory.AdvancedSQLiteSession(session_id="ann", db_path=file, create_tables=True)
        await session.add_items([{"role": "user", "content": text} for text in ("1", "2")])
        branch = await session.create_branch_from_turn(2)
        await session.add_items([{"role": "user", "content": "3"}])
        session.close()
        return str(branch)

    branch = asyncio.run(fill())
    texts = [[message.parts for message in load(file, branch=name).messages] for name in ("main", branch)]
    assert texts == [[[Text(text="1")], [Text(text="2")]], [[Text(text="1")], [Text(text="3")]]]


def test_other_database_is_no_session(tmp_path: Path) -> None:
    file = database(tmp_path / "other.db", "CREATE TABLE checkpoints (id)")
    assert not is_session_file(file)
    with pytest.raises(UnreadableError):
        rows_in(file, "main", [])
    with pytest.raises(UnreadableError):
        load(file)


def test_damaged_database_is_unreadable(tmp_path: Path) -> None:
    file = filled(tmp_path / "kept.db")
    file.write_bytes(file.read_bytes()[:5000] + b"\xff" * 5000)
    with pytest.raises(UnreadableError):
        load(file, "openai-responses")


def test_damaged_rows_are_told() -> None:
    lost: list[Lost] = []
    rows = [{"message_data": "{}"}, {"message_data": '{"a'}, 7, {"message_data": "7"}, {"message_data": {"a": 1}}]
    assert items_of(rows, None, lost) == [{}, {"a": 1}]
    assert [one.path for one in lost] == ["rows.1.message_data", "rows.2", "rows.3.message_data"]


def test_session_is_chosen_by_its_id() -> None:
    rows = [{"session_id": name, "message_data": f'{{"of": "{name}"}}'} for name in ("ann", "bob", "ann")]
    assert items_of(rows, "ann", []) == [{"of": "ann"}, {"of": "ann"}]
    with pytest.raises(UsageError, match="2 sessions"):
        items_of(rows, None, [])
    with pytest.raises(UsageError, match="no session of that id"):
        items_of(rows, "eve", [])
