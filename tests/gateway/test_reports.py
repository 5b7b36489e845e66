import os
from pathlib import Path
from shutil import rmtree

import msgspec
import pytest

from sendable.errors import UsageError
from sendable.gateway.reports import Reports


def lines_in(folder: Path) -> list[object]:
    return [msgspec.json.decode(line) for file in folder.iterdir() for line in file.read_bytes().splitlines()]


def test_a_report_is_a_line_in_a_file_of_the_process(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    reports = Reports(str(folder))
    for number in range(3):
        reports.write({"number": number, "text": "a\nb"})
    reports.close()
    assert [file.name for file in folder.iterdir()] == [f"reports-{os.getpid()}.jsonl"]
    assert lines_in(folder) == [{"number": number, "text": "a\nb"} for number in range(3)]


def test_reports_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    for number in range(2):
        reports = Reports(str(tmp_path))
        reports.write({"number": number})
        reports.close()
    assert lines_in(tmp_path) == [{"number": 0}, {"number": 1}]


def test_nothing_is_written_where_nothing_is_asked_for() -> None:
    reports = Reports(None)
    reports.write({"number": 1})
    reports.close()
    assert reports.lost == 0


def test_a_place_that_is_no_folder_is_told(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(UsageError, match="--report"):
        Reports(str(file))


def test_a_folder_that_was_removed_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    reports = Reports(str(folder))
    reports.write({"number": 1})
    rmtree(folder)
    for number in (2, 3):
        reports.write({"number": number})
    reports.close()
    assert (lines_in(folder), reports.lost) == ([{"number": 2}, {"number": 3}], 0)


@pytest.mark.parametrize("what", ["file", "folder"])
def test_what_was_rotated_away_is_left_and_begun_anew(what: str, tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    reports = Reports(str(folder))
    reports.write({"number": 1})
    (file,) = folder.iterdir()
    moved = tmp_path / "old"
    (file if what == "file" else folder).rename(moved)
    reports.write({"number": 2})
    reports.close()
    assert lines_in(folder) == [{"number": 2}]
    assert (moved if what == "file" else moved / file.name).read_bytes() == b'{"number":1}\n'


def test_a_folder_that_cannot_be_made_again_loses_reports_until_it_can(tmp_path: Path) -> None:
    folder = tmp_path / "reports"
    reports = Reports(str(folder))
    rmtree(folder)
    folder.touch()
    reports.write({"number": 1})
    assert reports.lost == 1
    folder.unlink()
    reports.write({"number": 2})
    reports.close()
    assert (lines_in(folder), reports.lost) == ([{"number": 2}], 1)


def test_a_full_disk_loses_reports_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    full = os.open("/dev/full", os.O_WRONLY) if Path("/dev/full").exists() else None
    if full is None:
        pytest.skip("this system has no /dev/full")
    reports = Reports(None)
    monkeypatch.setattr(reports, "_file", full)
    reports.write({"number": 1})
    assert reports.lost == 1
    os.close(full)
