from pathlib import Path

import pytest

from sendable import UnreadableError
from sendable.sources.stored import Stored, stored


def test_one_json_value_is_a_value() -> None:
    assert stored(b'{"a": 1}') == Stored(value={"a": 1}, raw=b'{"a": 1}')
    assert stored('[1, "\\ud83d"]').value == [1, "\ud83d"]
    assert stored('\ufeff{"a": 1}').value == {"a": 1}


def test_objects_stay_what_they_are() -> None:
    held = [object()]
    assert stored(held).value is held


def test_lines_keep_their_bytes_and_numbers() -> None:
    held = stored(b'{"a": 1}\n\nnot json\r\n{"b": 2}')
    assert held.lines is not None
    assert [(line.number, line.value) for line in held.lines] == [(1, {"a": 1}), (3, None), (4, {"b": 2})]
    assert held.lines[1].raw == b"not json\r"
    assert held.objects == [{"a": 1}, {"b": 2}]


def test_a_cut_last_line_is_kept_as_damaged() -> None:
    held = stored(b'{"a": 1}\n{"b": ')
    assert held.lines is not None
    assert held.lines[-1].value is None


@pytest.mark.parametrize("data", [b"", b"\x00\x00", b"plain\ntext", b"1\n2", b"[" * 100_000, b"\xff\xfe{\x00"])
def test_what_is_neither_is_unreadable(data: bytes) -> None:
    with pytest.raises(UnreadableError):
        stored(data)


def test_a_database_is_asked_for_by_path(tmp_path: Path) -> None:
    data = b"SQLite format 3\x00" + bytes(100)
    with pytest.raises(UnreadableError, match="path"):
        stored(data)
    path = tmp_path / "session.db"
    path.write_bytes(data)
    assert stored(path) == Stored(path=path)


def test_a_path_as_text_is_told_what_it_must_be() -> None:
    with pytest.raises(UnreadableError, match="must be a `Path`"):
        stored("/path/file.json")
    with pytest.raises(UnreadableError, match=r"JSON$"):
        stored('{"a":\n')
