import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

import sendable
from sendable.cli.main import cli as command

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), ROOT / "cases" / "README.md"]
HANDMADE = [page for page in PAGES if "made by tools/generate_docs.py: do not edit" not in page.read_text("utf-8")]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", HANDMADE, ids=lambda page: page.name)
def test_python_in_a_page_runs(page: Path) -> None:
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), {})


def test_an_extra_is_installed_as_it_can_be() -> None:
    """From a clone: there is no such package on an index."""
    said = {file: file.read_text("utf-8") for file in (*PAGES, *(ROOT / "src").rglob("*.py"))}
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert [file for file, text in said.items() if re.search(r"sendable\[(?:" + "|".join(extras) + r")", text)] == []
    named = set(re.findall(r"pip install '\.\[([a-z]+)\]'", "".join(said.values())))
    assert named == set(extras)


def test_examples_run() -> None:
    for file in sorted((ROOT / "examples").glob("*.py")):
        subprocess.run([sys.executable, str(file)], check=True, capture_output=True, cwd=ROOT)


def test_generated_pages_are_up_to_date() -> None:
    done = subprocess.run([sys.executable, "tools/generate_docs.py", "--check"], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stdout.decode()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert link.startswith("http") or (page.parent / link).exists(), link


def test_commands_in_the_readme_exist() -> None:
    for block in blocks(ROOT / "README.md", "sh"):
        for line in block.splitlines():
            words = shlex.split(line, comments=True)
            if words[:1] == ["sendable"]:
                found = command.get_command(click.Context(command), words[1])
                assert found is not None, line
                options = {name for param in found.params for name in param.opts}
                assert {word for word in words[2:] if word.startswith("--")} <= options, line


def test_the_map_of_the_tree_is_true() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tree = text.partition("src/sendable/\n")[2].partition("```")[0]
    held = {line.split("/")[0] for line in re.findall(r"^  (\w+/)", tree, re.MULTILINE)}
    rooms = {path.name for path in (ROOT / "src" / "sendable").iterdir() if path.is_dir() and path.name[0] != "_"}
    assert held == rooms


def test_public_names_are_exported_once() -> None:
    assert sorted(set(sendable.__all__)) == sorted(sendable.__all__)
    assert all(hasattr(sendable, name) for name in sendable.__all__)
