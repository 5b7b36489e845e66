import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.requests import write
from tests.cli.running import answers, run
from tests.prefix.conversations import answered, request, said

FIRST = request(said("a secret question"))
GROWN = request(said("a secret question"), answered("s"), said("b"))
EDITED = request(said("another"), answered("s"), said("b"))


def log(path: Path, *lines: Any) -> str:
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_request_that_extends_the_other_exits_0(tmp_path: Path) -> None:
    result = run("diff", write(tmp_path / "a.json", FIRST), write(tmp_path / "b.json", GROWN))
    assert result.exit_code == 0
    assert "✓ safe" in result.stdout


def test_stale_thinking_exits_1_and_is_told_under_its_difference(tmp_path: Path) -> None:
    result = run("diff", write(tmp_path / "a.json", FIRST), write(tmp_path / "b.json", EDITED))
    assert result.exit_code == 1
    text = " ".join(result.stdout.split())
    assert "✗ messages.0.content.0.text message-changed" in text
    assert "makes 1 thinking block stale: messages.1.content.0" in text
    assert "✗ stale 1 thinking block: the API refuses the request" in text
    assert "secret" not in text
    assert "another" not in text


def test_unsure_exits_1(tmp_path: Path) -> None:
    listed = request(said("a"), answered("s"), said("b"))
    bare = request({"role": "user", "content": "a"}, answered("s"), said("b"))
    result = run("diff", write(tmp_path / "a.json", bare), write(tmp_path / "b.json", listed))
    assert result.exit_code == 1
    assert "? unsure" in result.stdout


def test_model_that_does_not_check_exits_0_and_says_so(tmp_path: Path) -> None:
    names = write(tmp_path / "a.json", FIRST), write(tmp_path / "b.json", EDITED)
    result = run("diff", "--model", "claude-sonnet-4-5", *names)
    assert result.exit_code == 0
    assert "is not checked there" in result.stdout
    assert run("diff", "--old-account", *names).exit_code == 0


def test_json_is_the_whole_comparison(tmp_path: Path) -> None:
    names = write(tmp_path / "a.json", FIRST), write(tmp_path / "b.json", EDITED)
    (told,) = answers(run("diff", "--format", "json", *names))
    assert (told["earlier"], told["later"]) == names
    assert (told["verdict"], told["stale"]) == ("stale", ["messages.1.content.0"])
    assert told["differences"][0]["cache"]["path"] == "messages.0.content.0"


def test_all_names_every_difference(tmp_path: Path) -> None:
    changed = {**EDITED, "system": "x"}
    names = write(tmp_path / "a.json", FIRST), write(tmp_path / "b.json", changed)
    assert "1 more difference; --all names them" in run("diff", *names).stdout
    assert "message-changed" in run("diff", "--all", *names).stdout


def test_lines_of_a_log_are_compared_one_with_the_next(tmp_path: Path) -> None:
    name = log(tmp_path / "l.jsonl", {"id": "one", "request": FIRST}, {"id": "two", "request": GROWN}, EDITED)
    result = run("diff", name)
    assert result.exit_code == 1
    assert "two → 3" in result.stdout
    assert "1 request extends the one before" in result.stdout
    told = answers(run("diff", "--format", "json", name))
    assert [(one["earlier"], one["later"], one["verdict"]) for one in told] == [
        ("one", "two", "safe"),
        ("two", 3, "stale"),
    ]


def test_response_of_a_line_says_which_turn_is_the_answer(tmp_path: Path) -> None:
    forked = request(said("a secret question"), said("more"), answered("t"), said("c"))
    known = {"request": FIRST, "response": {"content": answered("s")["content"]}}
    assert run("diff", log(tmp_path / "l.jsonl", known, forked)).exit_code == 0
    assert run("diff", log(tmp_path / "m.jsonl", FIRST, forked)).exit_code == 1


def test_mixed_log_is_grouped_into_conversations(tmp_path: Path) -> None:
    other = request(said("x"), system="other"), request(said("x"), answered("t"), said("y"), system="other")
    name = log(tmp_path / "l.jsonl", FIRST, other[0], GROWN, other[1])
    told = answers(run("diff", "--session", "--format", "json", name))
    assert [(one["earlier"], one["later"], one["session"]) for one in told] == [(1, 3, 1), (2, 4, 2)]
    assert run("diff", "--session", name).exit_code == 0


def test_unreadable_line_is_told_and_the_run_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "l.jsonl"
    path.write_text(f"{json.dumps(FIRST)}\nnonsense\n{json.dumps(GROWN)}\n", encoding="utf-8")
    result = run("diff", str(path))
    assert result.exit_code == 2
    assert "✗ unreadable  2" in result.stderr
    assert "1 request extends" in result.stdout
    told = answers(run("diff", "--format", "json", "--session", str(path)))
    assert [one["verdict"] for one in told] == ["unreadable", "safe"]


def test_usage_faults_exit_2(tmp_path: Path) -> None:
    one = write(tmp_path / "a.json", FIRST)
    for args in ((), (one,), (one, one, one), ("--session", one, one), (one, str(tmp_path / "none.json"))):
        assert run("diff", *args).exit_code == 2


def test_switch_of_model_is_told(tmp_path: Path) -> None:
    other = {**GROWN, "model": "claude-sonnet-5-5"}
    result = run("diff", write(tmp_path / "a.json", FIRST), write(tmp_path / "b.json", other))
    assert result.exit_code == 0
    assert "thinking-unread" in result.stdout


def test_costs_of_a_log_are_advice_and_leave_the_verdict(tmp_path: Path) -> None:
    mark = {"type": "ephemeral"}
    first = request(said("word " * 1000), system="10:41", cache_control=mark)
    second = request(said("word " * 1000), answered("s", 0), said("b"), system="10:42", cache_control=mark)
    name = log(
        tmp_path / "l.jsonl",
        {"request": first, "time": "2026-11-30T10:00:00Z"},
        {"request": second, "time": "2026-11-30T10:20:00Z"},
    )
    result = run("check", "--costs", name)
    assert result.exit_code == 0
    told = answers(result)
    assert [[one["kind"] for one in line["advice"]] for line in told] == [[], ["volatile-system", "ttl-too-short"]]
    assert "advice" not in answers(run("check", name))[0]


def test_costs_of_one_request_stand_behind_the_verdict(tmp_path: Path) -> None:
    name = write(tmp_path / "a.json", request(said("short"), cache_control={"type": "ephemeral"}))
    result = run("check", "--costs", name)
    assert result.exit_code == 0
    assert result.stdout.index("✓ accepted") < result.stdout.index("breakpoint-too-early")
    (told,) = answers(run("check", "--costs", "--format", "json", name))
    assert told["advice"][0]["path"] == "messages.0.content.0"


def test_what_holds_no_messages_is_not_safe(tmp_path: Path) -> None:
    first = write(tmp_path / "a.json", FIRST)
    exchange = {"method": "POST", "path": "/v1/messages", "body": GROWN}
    for odd in ({"messages": 5}, {"model": "claude-opus-5-5"}, {"messages": ["a"]}, exchange, {"request": exchange}):
        for result in (
            run("diff", first, write(tmp_path / "b.json", odd)),
            run("diff", log(tmp_path / "l.jsonl", FIRST, odd)),
            run("diff", "--session", log(tmp_path / "l.jsonl", FIRST, odd)),
        ):
            assert result.exit_code == 2, odd
            assert "safe" not in result.stdout
            assert "unreadable" in result.stderr


def test_costs_of_what_holds_no_messages_are_none(tmp_path: Path) -> None:
    result = run("check", "--costs", log(tmp_path / "l.jsonl", FIRST, {"messages": 5}, GROWN))
    assert result.exit_code == 1


@pytest.mark.parametrize("at", [0, 1])
def test_the_file_that_is_unreadable_is_named_once(tmp_path: Path, at: int) -> None:
    (tmp_path / "empty.json").write_text("")
    names = [write(tmp_path / "fine.json", FIRST)] * 2
    names[at] = str(tmp_path / "empty.json")
    result = run("diff", *names)
    assert (result.exit_code, result.stderr.count("empty.json"), result.stderr.count("fine.json")) == (2, 1, 0)
    [told] = answers(run("diff", "--format", "json", *names))
    assert (told["verdict"], told["input"]) == ("unreadable", str(tmp_path / "empty.json"))


@pytest.mark.parametrize("layout", ["text", "json"])
@pytest.mark.parametrize("lines", [[], [FIRST]])
def test_a_log_in_which_nothing_follows_another_request_says_so(tmp_path: Path, lines: list[Any], layout: str) -> None:
    name = log(tmp_path / "log.jsonl", *lines)
    for more in ([], ["--session"]):
        result = run("diff", "--format", layout, *more, name)
        assert (result.exit_code, result.stdout) == (0, "")
        assert "nothing to compare" in result.stderr


@pytest.mark.parametrize("command", [["check"], ["check", "--costs"], ["repair"]])
def test_a_log_without_a_line_says_so(tmp_path: Path, command: list[str]) -> None:
    result = run(*command, log(tmp_path / "log.jsonl"))
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "no line holds a request\n")


def test_a_blank_model_is_no_model(tmp_path: Path) -> None:
    names = [write(tmp_path / f"{at}.json", {**held, "model": ""}) for at, held in enumerate((FIRST, EDITED))]
    assert run("diff", *names).exit_code == 1
    result = run("diff", "--model", "", *names)
    assert (result.exit_code, "model of a target" in result.stderr) == (2, True)


def test_advice_has_no_form_in_sarif(tmp_path: Path) -> None:
    result = run("check", "--costs", "--format", "sarif", write(tmp_path / "a.json", FIRST))
    assert (result.exit_code, "--costs" in result.stderr) == (2, True)
