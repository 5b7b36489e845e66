import json
from pathlib import Path
from typing import Any

import pytest

from sendable.cli.memory import Memory
from sendable.errors import UsageError
from sendable.prefix.bound import RULE
from sendable.wire.build import assistant, request, text, thinking, tool, tool_result, tool_use, user
from tests.cli.requests import write
from tests.cli.running import answers, run

FIRST = request(user("Hi"), model="claude-opus-5-5", system="a")
ANSWER = assistant(thinking(signature="UlJS"), text("Hello."))
EDITED = {**FIRST, "system": "b", "messages": [*FIRST["messages"], ANSWER, user("And?")]}
# A call without a result, which comes later: alone, each of these requests is repaired in another way.
WAITING = request(user("Look"), assistant(tool_use()), tools=[tool()], model="claude-opus-5-5")
LATE = {**WAITING, "messages": [*WAITING["messages"], user(tool_result(), text("So?"))]}


def log(path: Path, *lines: Any) -> str:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    name = str(tmp_path / "ledger.sqlite")
    exchange = write(tmp_path / "first.json", {"request": FIRST, "response": ANSWER})
    assert run("check", "--ledger", name, exchange).exit_code == 0
    return name


@pytest.mark.parametrize("layout", ["text", "json", "sarif"])
def test_check_foresees_what_the_ledger_knows(tmp_path: Path, ledger: str, layout: str) -> None:
    file = write(tmp_path / "edited.json", EDITED)
    assert run("check", "--format", layout, file).exit_code == 0
    result = run("check", "--ledger", ledger, "--format", layout, file)
    assert (result.exit_code, RULE in result.stdout) == (1, True)
    assert (f"sendable explain {RULE}" in result.stdout) is (layout == "text")


def test_lines_with_a_response_are_remembered_for_the_lines_behind_them(tmp_path: Path) -> None:
    lines = log(tmp_path / "log.jsonl", {"request": FIRST, "response": ANSWER}, EDITED, {**EDITED, "system": "a"})
    result = run("check", "--ledger", str(tmp_path / "ledger.sqlite"), lines)
    assert [[one["rule"] for one in told["findings"]] for told in answers(result)] == [[], [RULE], []]


@pytest.mark.parametrize("response", [5, True, "x", [], {}, {"type": "error"}, [5]])
def test_a_response_that_is_none_is_passed_over(tmp_path: Path, response: Any) -> None:
    lines = log(tmp_path / "log.jsonl", {"request": FIRST, "response": response}, EDITED)
    for command in ("check", "repair"):
        assert run(command, "--ledger", str(tmp_path / "ledger.sqlite"), lines).exit_code == 0


def test_repair_settles_what_the_ledger_knows(tmp_path: Path, ledger: str) -> None:
    file = write(tmp_path / "edited.json", EDITED)
    [told] = answers(run("repair", "--format", "json", "--ledger", ledger, file))
    assert [change["pass"] for change in told["changes"]] == ["settle_bound_thinking"]
    result = run("repair", "--format", "json", "--max-loss", "keeps", "--ledger", ledger, file)
    assert (result.exit_code, answers(result)[0]["remaining"][0]["rule"]) == (1, RULE)


@pytest.mark.parametrize("option", ["--state", "--ledger"])
def test_a_growing_conversation_is_repaired_append_only(tmp_path: Path, option: str) -> None:
    place = str(tmp_path / "kept")
    alone, together = (
        [
            told["request"]["messages"]
            for told in answers(run("repair", *more, log(tmp_path / "log.jsonl", WAITING, LATE)))
        ]
        for more in ([], [option, place])
    )
    assert alone[1][: len(alone[0])] != alone[0]
    assert together[0] == alone[0]
    assert together[1][: len(together[0])] == together[0]


@pytest.mark.parametrize("option", ["--state", "--ledger"])
@pytest.mark.parametrize("layout", ["text", "json"])
def test_so_it_is_from_call_to_call(tmp_path: Path, option: str, layout: str) -> None:
    place, sent = str(tmp_path / "kept"), []
    for at, held in enumerate((WAITING, LATE)):
        out = tmp_path / f"sent{at}.json"
        file = write(tmp_path / f"{at}.json", held)
        assert run("repair", option, place, "--format", layout, file, "-o", str(out)).exit_code == 0
        sent.append(json.loads(out.read_text(encoding="utf-8"))["messages"])
    assert sent[1][: len(sent[0])] == sent[0]


def test_nothing_is_kept_of_what_cannot_be_sent(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    assert run("repair", "--state", str(state), write(tmp_path / "a.json", {**FIRST, "max_tokens": -1})).exit_code == 1
    assert not state.exists()


def test_nothing_is_kept_where_the_request_was_not_written(tmp_path: Path) -> None:
    state, out = tmp_path / "state.json", tmp_path / "gone" / "out.json"
    assert run("repair", "--state", str(state), "-o", str(out), write(tmp_path / "a.json", WAITING)).exit_code == 2
    assert not state.exists()


def test_a_state_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    state = tmp_path / "gone" / "state.json"
    for more in ([], ["--format", "json"], ["--jsonl"]):
        result = run("repair", *more, "--state", str(state), log(tmp_path / "a.json", FIRST))
        assert (result.exit_code, "cannot write" in result.output) == (2, True)


@pytest.mark.parametrize("content", ["", "[]", "5", "{}", '{"version": 99}', '"x"', "{"])
def test_a_state_that_is_none_is_a_fault_of_the_call(tmp_path: Path, content: str) -> None:
    state = tmp_path / "state.json"
    state.write_text(content)
    with pytest.raises(UsageError, match="--state"):
        Memory(None, str(state))
    result = run("repair", "--state", str(state), write(tmp_path / "a.json", FIRST))
    assert (result.exit_code, "--state" in result.stderr, state.read_text()) == (2, True, content)


def test_a_state_goes_with_one_conversation(tmp_path: Path) -> None:
    files = [write(tmp_path / f"{at}.json", FIRST) for at in range(2)]
    result = run("repair", "--state", str(tmp_path / "s"), "--format", "json", *files)
    assert (result.exit_code, "--state" in result.stderr) == (2, True)


@pytest.mark.parametrize("store", ["", "ftp://x", "sqlite:", "/nonexistent/ledger.sqlite"])
def test_a_ledger_that_cannot_be_opened_is_told_in_a_line(tmp_path: Path, store: str) -> None:
    for command in ("check", "repair"):
        result = run(command, "--ledger", store, write(tmp_path / "a.json", FIRST))
        assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)


@pytest.mark.parametrize("command", ["check", "repair"])
@pytest.mark.parametrize("word", ["redis", "memory", "sqlite"])
def test_a_bare_word_is_no_ledger(command: str, word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = write(tmp_path / "first.json", FIRST)
    result = run(command, "--ledger", word, file)
    assert (result.exit_code, "sqlite:PATH" in result.stderr) == (2, True)
    assert [one.name for one in tmp_path.iterdir()] == ["first.json"]
    for store in (f"sqlite:{word}", word, f"./{word}"):
        assert run(command, "--ledger", store, file).exit_code == 0
