import json
import os
import stat
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from sendable import Target, UsageError, check
from sendable.relay import Refused, Relay
from sendable.relay import case_folder as module
from sendable.relay.case_folder import CaseFolder
from sendable.wire.build import request, user
from tests.relay.talk import BOUND, MODEL, go, in_thought
from tests.relay.talk import refused as answer
from tests.test_cases import SCHEMA, case_in, target_of

Json = dict[str, Any]


def refused(message: str = "Something new.", body: Json | None = None, rule: str = "refused") -> Refused:
    return Refused(body or request(user("Zecret plans"), model=MODEL), Target(), 400, message, rule, False)


def files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_a_relay_writes_what_the_api_refused(tmp_path: Path) -> None:
    folder = tmp_path / "cases"
    relay = Relay(on_refused=CaseFolder(folder))
    assert go(relay, in_thought("b", "d")).retry(400, answer("invalid_request_error", BOUND)) is not None
    [file] = files(folder)
    assert file.parent.name == "thinking-bound"
    case = case_in(file)
    assert check(case["request"], target_of(case)) == []
    jsonschema.validate(json.loads(file.read_text()), SCHEMA)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert "behind" not in file.read_text()


def test_one_of_a_kind_is_kept_and_stays_as_it_is(tmp_path: Path) -> None:
    folder = CaseFolder(tmp_path)
    folder(refused("messages.0: no 'Zecret' in toolu_01"))
    [file] = files(tmp_path)
    file.write_text("mine")
    folder(refused("messages.12: no 'other' in toolu_02", request(user("Other words"), user("more"), model=MODEL)))
    CaseFolder(tmp_path)(refused("messages.0: no 'Zecret' in toolu_01"))
    assert [path.read_text() for path in files(tmp_path)] == ["mine"]
    folder(refused("Something else."))
    folder(refused(body=request(user("Hi"), model=MODEL, temperature=1)))
    assert len(files(tmp_path)) == 3


def test_a_folder_holds_only_so_many(tmp_path: Path) -> None:
    folder = CaseFolder(tmp_path, most=3)
    for word in ("one", "two", "three", "four", "five"):
        folder(refused(f"Something {word}."))
    assert len(files(tmp_path)) == 3


def test_content_is_kept_where_that_is_asked_for(tmp_path: Path) -> None:
    CaseFolder(str(tmp_path), keep_content=True)(refused())
    [file] = files(tmp_path)
    assert json.loads(file.read_text())["request"]["messages"] == [{"role": "user", "content": "Zecret plans"}]


def test_the_name_of_a_rule_leads_nowhere_else(tmp_path: Path) -> None:
    CaseFolder(tmp_path / "in")(refused(rule="../../out"))
    assert [file.relative_to(tmp_path).parts[:2] for file in files(tmp_path)] == [("in", "out")]


def test_nothing_is_raised_and_nothing_is_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = CaseFolder(tmp_path)
    deep: Json = {}
    for _ in range(5000):
        deep = {"Zecret": deep}
    folder(refused(body={**request(user("Hi")), "metadata": deep}))
    (tmp_path / "refused").write_text("no folder")
    folder(refused())
    assert caplog.text.count("a case was not kept") == 2
    assert "Zecret" not in caplog.text


def test_a_huge_request_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 1000)
    CaseFolder(tmp_path)(refused(body=request(user("x" * 2000), model=MODEL)))
    assert files(tmp_path) == []


def test_a_writer_that_comes_second_leaves_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def late(source: Path, file: Path) -> None:
        Path(file).write_text("the other's")
        link(source, file)

    monkeypatch.setattr(os, "link", late)
    CaseFolder(tmp_path)(refused())
    assert [file.read_text() for file in files(tmp_path)] == ["the other's"]


def test_a_place_that_cannot_be_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be made"):
        CaseFolder(tmp_path / "file" / "in")
