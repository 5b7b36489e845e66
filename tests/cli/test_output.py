import io
import os
from pathlib import Path
from typing import Any

import pytest

from sendable.cli.output import keep_backup, replacing, write_record
from sendable.errors import UsageError


def test_file_is_replaced_in_one_step(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"before")
    with replacing(path) as stream:
        stream.write(b"after")
        assert path.read_bytes() == b"before"
    assert path.read_bytes() == b"after"


def test_failure_leaves_the_file_and_nothing_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"before")

    def fail() -> None:
        with replacing(path) as stream:
            stream.write(b"aft")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [(p.name, p.read_bytes()) for p in tmp_path.iterdir()] == [("a", b"before")]


def test_new_file_follows_the_mask_of_the_process(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        with replacing(tmp_path / "a") as stream:
            stream.write(b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_backups_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x")
    names = [keep_backup(path, str(n).encode()).name for n in range(3)]
    assert names == ["a.bak", "a.bak.1", "a.bak.2"]
    assert [(tmp_path / name).read_bytes() for name in names] == [b"0", b"1", b"2"]


@pytest.mark.parametrize("write", [lambda p: keep_backup(p, b""), lambda p: replacing(p).__enter__()])
def test_place_that_is_not_there_is_told(tmp_path: Path, write: Any) -> None:
    with pytest.raises(UsageError, match="cannot write"):
        write(tmp_path / "none" / "a")


def test_record_is_one_line() -> None:
    out = io.BytesIO()
    write_record(out, {"a": "x\ny"})
    assert out.getvalue() == b'{"a":"x\\ny"}\n'
