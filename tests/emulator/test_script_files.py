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
        ("a.py", "import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("missing.py", None, "No such file"),
        ("a.yaml", "rules: [{answer: {call: 7}}]", "`call` holds a name"),
        ("missing.yaml", None, "No such file"),
    ],
)
def test_a_file_that_holds_none_is_named(tmp_path: Path, name: str, held: str | None, said: str) -> None:
    if held is not None:
        (tmp_path / name).write_text(held)
    with pytest.raises(UsageError, match=said) as caught:
        load_script(tmp_path / name)
    assert str(caught.value).startswith(name)
