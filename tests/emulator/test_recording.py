from pathlib import Path

import msgspec
import pytest

from sendable.emulator.emulator import Emulator
from sendable.emulator.recording import Recorder
from sendable.errors import UsageError
from sendable.wire.build import request, user
from tests.emulator.calling import KEY, post


def test_each_exchange_is_a_file_without_keys(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    to = Emulator(on_exchange=Recorder(folder))
    post(to, request(user("Hi")))
    post(to, request(user("Hi"), stream=True), authorization="Bearer secret")
    post(to, b"\xff")
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["00001.json", "00002.json", "00003.json"]
    first, second, third = (msgspec.json.decode(file.read_bytes()) for file in files)
    assert first["request"]["body"] == request(user("Hi"))
    assert (first["request"]["path"], first["response"]["status"]) == ("/v1/messages", 200)
    assert second["response"]["body"].startswith("event: message_start")
    assert third["response"]["status"] == 400
    assert not any(KEY in file.read_text() or "secret" in file.read_text() for file in files)


def test_files_that_are_there_are_kept(tmp_path: Path) -> None:
    (tmp_path / "00001.json").write_text("mine")
    post(Emulator(on_exchange=Recorder(tmp_path)), request(user("Hi")))
    assert (tmp_path / "00001.json").read_text() == "mine"
    assert (tmp_path / "00002.json").exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot record into"):
        Recorder(tmp_path / "file" / "folder")


def test_a_folder_that_went_away_leaves_the_calls_answered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = Emulator(on_exchange=Recorder(tmp_path / "a"))
    (tmp_path / "a").rmdir()
    assert post(to, request(user("Hi"))).status == 200
    assert "cannot record: No such file" in capsys.readouterr().err
