import sys
from pathlib import Path

import pytest

from sendable.emulator.script_files import load_script
from sendable.emulator.turn import Turn
from sendable.errors import UsageError
from sendable.wire.build import request, user
from sendable.wire.index import Index

YAML = """
rules:
  - match: weather
    answer:
      - text: Sunny.
"""
JSON = '{"rules": [{"match": "weather", "answer": "Sunny."}]}'
PYTHON = "def script(turn):\n    return 'Sunny.' if 'weather' in turn.text else None\n"


@pytest.mark.parametrize(("name", "held"), [("a.yaml", YAML), ("a.yml", JSON), ("a.json", JSON), ("a.py", PYTHON)])
def test_a_script_is_read_by_the_name_of_its_file(tmp_path: Path, name: str, held: str) -> None:
    (tmp_path / name).write_text(held)
    plan = load_script(tmp_path / name).plan(Turn(Index(request(user("The weather?"))), "m"))
    assert plan is not None
    assert plan.blocks == [{"type": "text", "text": "Sunny."}]


def test_the_script_in_the_documentation_can_be_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "emulator.md").read_text(encoding="utf-8")
    (tmp_path / "a.yaml").write_text(page.partition("```yaml\n")[2].partition("```")[0])
    script = load_script(tmp_path / "a.yaml")
    plan = script.plan(Turn(Index(request(user("The WEATHER?"))), "m"))
    assert plan is not None
    assert [block["type"] for block in plan.blocks] == ["thinking", "text", "tool_use", "tool_use"]


@pytest.mark.parametrize(
    ("name", "held", "said"),
    [
        ("a.yaml", "a: [", "no YAML"),
        ("a.json", "{", "no JSON"),
        ("a.py", "x = 1", "has no name `script`"),
        ("a.py", "x = 1\nimport nowhere", "a.py: line 2: ModuleNotFoundError: No module named 'nowhere'"),
        ("a.py", "def script(:", "line 1: SyntaxError"),
        ("a.py", "raise SystemExit(3)", "line 1: SystemExit: 3"),
        ("a.py", "open('/nowhere/at/all')", "line 1: FileNotFoundError"),
        ("a.py", "script = 5", "a.py: a part of an answer is a text or an object, not a number"),
        ("a.yaml", "rules: 5", "rules: is a list, not a number"),
        ("a.yaml", "[" * 5000, "nested too deeply to be a script"),
        ("a.json", "[" * 100_000, "nested too deeply to be a script"),
        ("a.yaml", "rules: [{answer: a, answer: b}]", r"a.yaml: rules\.0\.answer: stands twice in one object"),
        ("a.json", '{"rules": [{"answer": "a", "answer": "b"}]}', "answer: stands twice in one object"),
        (
            "a.yaml",
            "rules: [{answer: {call: {name: w, inputs: {}}}}]",
            r"rules\.0\.answer\.call\.inputs: unknown field",
        ),
        ("a.yaml", "text: 2026-01-02", "text: is a text, not of type date"),
        ("missing.py", None, "No such file"),
        ("a.yaml", "rules: [{answer: {call: 7}}]", "rules.0.answer.call: is a text or an object, not a number"),
        ("missing.yaml", None, "No such file"),
    ],
)
def test_a_file_that_holds_none_is_named(tmp_path: Path, name: str, held: str | None, said: str) -> None:
    if held is not None:
        (tmp_path / name).write_text(held)
    with pytest.raises(UsageError, match=said) as caught:
        load_script(tmp_path / name)
    assert str(caught.value).startswith(name)


def test_a_script_may_import_what_stands_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])
    (tmp_path / "beside_the_script.py").write_text("WORD = 'Sunny.'\n")
    (tmp_path / "later_beside_it.py").write_text("WORD = 'Wet.'\n")
    (tmp_path / "a.py").write_text(
        "import beside_the_script\n\ndef script(turn):\n"
        "    import later_beside_it\n    return beside_the_script.WORD + later_beside_it.WORD\n"
    )
    plan = load_script(tmp_path / "a.py").plan(Turn(Index(request(user("Hi"))), "m"))
    assert plan is not None
    assert plan.blocks == [{"type": "text", "text": "Sunny.Wet."}]


def test_names_that_stand_for_others_in_yaml_are_read_once(tmp_path: Path) -> None:
    many = "\n".join(f"a{at}: &a{at} [*a{at - 1}, *a{at - 1}]" for at in range(1, 40))
    (tmp_path / "a.yaml").write_text(f"a0: &a0 b\n{many}\n")
    with pytest.raises(UsageError, match="a0: unknown field"):
        load_script(tmp_path / "a.yaml")
