from pathlib import Path

import pytest

from sendable.cli.inputs import holds_lines, named, read_lines, read_whole
from sendable.errors import UnreadableError


def test_lines_keep_their_numbers_and_blank_ones_are_skipped(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"one\n\n  \r\ntwo")
    assert list(read_lines(str(tmp_path / "a"))) == [(1, b"one\n"), (4, b"two")]


@pytest.mark.parametrize("name", ["none.json", ".", "a\0b", "x" * 5000])
def test_what_cannot_be_read_is_told_without_content(tmp_path: Path, name: str) -> None:
    for read in (read_whole, lambda path: list(read_lines(path))):
        with pytest.raises(UnreadableError):
            read(f"{tmp_path}/{name}")


def test_ending_or_option_says_that_an_input_holds_lines() -> None:
    assert holds_lines("a.jsonl", False)
    assert holds_lines("A.JSONL", False)
    assert holds_lines("-", True)
    assert not holds_lines("a.json", False)


def test_given_files_are_read() -> None:
    assert named(("a", "-")) == ("a", "-")
