"""Write the pages that follow from the code: the rules, the passes, the command, and the catalogue for other languages.

usage: python tools/generate_docs.py [--check]     --check only compares, and exits 1 when a page is out of date
"""

import argparse
import difflib
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

from media_page import media_page
from sendable.cli.main import cli as command
from sendable.contract import rules as package
from sendable.contract.catalog import laws
from sendable.contract.evidence import best
from sendable.contract.rule import Example, Law, Rule
from sendable.repair.order import ORDER
from sendable.repair.repair import repair
from sendable.repair.repair_pass import Pass
from sendable.wire.read import Source

ROOT = Path(__file__).parent.parent
MADE = "<!-- made by tools/generate_docs.py: do not edit -->\n"
MARK = "<!-- {} by tools/generate_docs.py -->"


def pages() -> dict[str, str]:
    """Every generated file, by its path from the root."""
    families: dict[str, list[Law]] = {}
    for rule in sorted(laws().values(), key=lambda rule: (rule.family, rule.id)):
        families.setdefault(rule.family, []).append(rule)
    made = {f"docs/rules/{family}.md": _family(family, rules) for family, rules in families.items()}
    made["docs/rules/index.md"] = _index(families)
    made["docs/passes.md"] = _passes()
    made["docs/cli.md"] = _cli()
    made["docs/media.md"] = f"{MADE}\n{media_page()}"
    made["cases/catalog.json"] = json.dumps([_entry(rule) for rule in laws().values()], indent=1) + "\n"
    made["README.md"] = _readme(families)
    return made


def passes_of(rule: Law) -> list[Pass]:
    return list({one.name: one for one in ORDER if rule.id in one.fixes}.values())


def _family(family: str, rules: list[Law]) -> str:
    law = (sys.modules[f"{package.__name__}.{family}"].__doc__ or "").strip()
    return "\n".join([MADE, f"# {family.replace('_', ' ').capitalize()}\n", f"{law}\n", *map(_rule, rules)])


def _rule(rule: Law) -> str:
    parts = [f"## {rule.id}\n", rule.doc + "\n", "The API answers" + f" ({rule.status} `{rule.type}`):\n"]
    parts.append(_block("text", "\n".join([rule.message, *rule.variants.values()])))
    if rule.also:
        parts.append("Other wordings that were seen:\n\n" + _block("text", "\n".join(rule.also)))
    where = _where(rule)
    if where:
        parts.append(where + "\n")
    if isinstance(rule, Rule):
        parts.append("A request that breaks it:\n\n" + _block("json", _request(rule.breaks)))
        parts.append(_repair(rule))
    else:
        parts.append(
            f"One request does not show it. What does: {rule.shown_by}.\n\nRepaired by {_passes_named(rule)}.\n"
        )
    parts.append("Evidence:\n\n" + "\n".join(f"- {piece}" for piece in rule.evidence) + "\n")
    return "\n".join(parts)


def _where(rule: Law) -> str:
    said = []
    if len(rule.platforms) < 4:
        said.append("on " + ", ".join(sorted(rule.platforms)))
    if len(rule.endpoints) < 4:
        said.append("at " + ", ".join(sorted(rule.endpoints)))
    return f"Judged only {' and '.join(said)}." if said else ""


def _repair(rule: Rule) -> str:
    passes = passes_of(rule)
    if not passes:
        return f"Not repaired: {rule.unrepairable}\n"
    named = _passes_named(rule)
    done = repair(rule.breaks.request, rule.breaks.target)
    before, after = _pretty(rule.breaks.request), _pretty(done.request)
    diff = difflib.unified_diff(before, after, "refused", "repaired", lineterm="", n=2)
    told = "\n".join(f"- {change.loss}: {change.what}" for change in done.changes)
    return f"Repaired by {named}:\n\n{_block('diff', chr(10).join(map(_short, diff)))}\n{told}\n"


def _passes_named(rule: Law) -> str:
    return ", ".join(f"[`{one.name}`](../passes.md#{one.name})" for one in passes_of(rule))


def _pretty(request: Any) -> list[str]:
    if isinstance(request, bytes):
        return [repr(request)]
    if isinstance(request, Source):
        request = request.request
    return json.dumps(request, indent=2, ensure_ascii=True).splitlines()


def _request(example: Example) -> str:
    return "\n".join(map(_short, _pretty(example.request)))


def _short(line: str) -> str:
    return line if len(line) <= 110 else f"{line[:90]}…{line[-12:]}"


def _block(language: str, text: str, most: int = 60) -> str:
    lines = text.splitlines()
    if len(lines) > most:
        lines = [*lines[:40], "…", *lines[-10:]]
    fence = "````" if "```" in text else "```"
    return f"{fence}{language}\n" + "\n".join(lines) + f"\n{fence}\n"


def _index(families: dict[str, list[Law]]) -> str:
    rows = []
    for family, rules in families.items():
        for rule in rules:
            mended = ", ".join(f"`{one.name}`" for one in passes_of(rule)) or "no"
            grade = best(rule.evidence).grade
            rows.append(f"| [`{rule.id}`]({family}.md#{rule.id}) | {rule.law} | {grade} | {mended} |")
    head = "| rule | law | evidence | repaired by |\n| --- | --- | --- | --- |\n"
    count = sum(map(len, families.values()))
    return f"{MADE}\n# The rules\n\n{count} rules in {len(families)} families.\n\n{head}" + "\n".join(rows) + "\n"


def _link(rule: str) -> str:
    """A rule with its page."""
    return f"[`{rule}`](rules/{laws()[rule].family}.md#{rule})"


def _passes() -> str:
    parts = [
        f"{MADE}\n# The passes\n",
        "In the order in which they run. A pass runs only when one of its rules reports something.\n",
    ]
    for one in {each.name: each for each in ORDER}.values():
        fixes = ", ".join(map(_link, sorted(one.fixes)))
        parts.append(f"## {one.name}\n\n{one.doc}\n\nAnswers: {fixes or 'no rule'}.")
        if one.unstable:
            parts.append(f"What follows may change what it does: {one.unstable}.")
        parts[-1] += "\n"
    return "\n".join(parts)


def _cli() -> str:
    parts = [f"{MADE}\n# The command\n"]
    for name, one in _commands(command, "sendable"):
        context = click.Context(one, info_name=name, terminal_width=100, max_content_width=100)
        parts.append(f"## {name}\n\n{_block('text', one.get_help(context), most=200)}")
    return "\n".join(parts)


def _commands(group: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    yield name, group
    if isinstance(group, click.Group):
        for sub in sorted(group.list_commands(click.Context(group))):
            found = group.get_command(click.Context(group), sub)
            if found is not None:
                yield from _commands(found, f"{name} {sub}")


def _entry(rule: Law) -> dict[str, Any]:
    return {
        "id": rule.id,
        "family": rule.family,
        "law": rule.law,
        "messages": [rule.message, *rule.variants.values()],
        "also": list(rule.also),
        "status": rule.status,
        "type": rule.type,
        "evidence": [str(piece) for piece in rule.evidence],
        "passes": [one.name for one in passes_of(rule)],
        "unrepairable": rule.unrepairable or None,
        "shown_by": rule.shown_by or None,
    }


def _readme(families: dict[str, list[Law]]) -> str:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = []
    for family, rules in families.items():
        law = (sys.modules[f"{package.__name__}.{family}"].__doc__ or "").strip().splitlines()[0]
        rows.append(f"| [{family.replace('_', ' ')}](docs/rules/{family}.md) | {len(rules)} | {law} |")
    table = "| family | rules | what it is about |\n| --- | --- | --- |\n" + "\n".join(rows)
    return _between(_between(text, "rules", table), "demo", _demo())


def _demo() -> str:
    """What check and repair say of the demo's conversation, as a reader of the README sees it."""
    file = "examples/broken.json"
    told = [
        (command_line, _run(*command_line.split()[1:])) for command_line in (f"sendable repair {file} -o fixed.json",)
    ]
    return "\n".join(_block("text", f"$ {command_line}\n{said}") for command_line, said in told)


def _run(*args: str) -> str:
    """The output of a command that writes into a folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        words = [str(Path(folder) / word) if word == "fixed.json" else word for word in args]
        done = CliRunner().invoke(command, words, color=False, env={"COLUMNS": "100", "NO_COLOR": "1"})
        return done.output.replace(f"{folder}/", "").rstrip()


def _between(text: str, name: str, made: str) -> str:
    start, end = MARK.format(f"{name}: made"), MARK.format(f"{name}: end")
    if start not in text or end not in text:
        return text
    before, after = text.partition(start)[0], text.partition(end)[2]
    return f"{before}{start}\n{made}\n{end}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    made = pages()
    known = {str(path.relative_to(ROOT)) for path in (ROOT / "docs" / "rules").glob("*.md")}
    stale = sorted(known - set(made))
    for name, text in made.items():
        path = ROOT / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if not args.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if args.check and stale:
        print("out of date, run `make docs`:", *stale, sep="\n  ")
        return 1
    for name in sorted(known - set(made)):
        (ROOT / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
