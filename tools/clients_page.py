"""Write docs/clients.md: what clients meet at the emulator, alone and with sendable in between, as their tests tell.

usage: python tools/clients_page.py [--check]     --check only compares, and exits 1 when the page is out of date
"""

import argparse
import difflib
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "clients.md"
HEAD = """<!-- made by tools/clients_page.py: do not edit -->

# Clients

Each line is a test in `tests/clients`: the client as released, nothing mocked, over HTTP against the
[emulator](emulator.md). *Alone* is what it gets by itself: an answer, or the text of the refusal (status 400). *With
sendable* is what it gets for the same with [sendable in its process](middleware.md): `sendable.Middleware` in the
official client, which most others are built on, `sendable.Transport` in other HTTP clients; or, where it says so, the
gateway, with nothing changed in the client but its address.

The versions are the ones that the tests ran with. LiteLLM, Flink Agents, Claude Code and the clients for
TypeScript have environments of their own, which `make clients` makes; without them, and without a JDK, their tests are
skipped.

Beside these the official client posts every breaking request of the [rules](rules/) and every accepted case, and gets
the error of the right class or an answer.
"""


class Outcomes:
    """Collects what the tests tell by their property `client`."""

    def __init__(self) -> None:
        self.told: list[dict[str, str]] = []
        self.skipped: list[str] = []

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Keep what a test told that passed, and note what was skipped."""
        if report.when == "call" and report.passed:
            self.told += [value for name, value in report.user_properties if name == "client"]
        elif report.skipped:
            self.skipped.append(report.nodeid)

    def pytest_collectreport(self, report: Any) -> None:
        """Note a file whose client is missing."""
        if report.skipped:
            self.skipped.append(report.nodeid)


def page(told: list[dict[str, str]]) -> str:
    """The page, a table for each client."""
    parts = [HEAD]
    for client in sorted({entry["client"] for entry in told}):
        rows = [_row(entry) for entry in told if entry["client"] == client]
        parts.append("\n".join([f"## {client}\n", "| | alone | with sendable |", "| --- | --- | --- |", *rows, ""]))
    return "\n".join(parts)


def _row(entry: dict[str, str]) -> str:
    cells = [entry[name].replace("|", "\\|") for name in ("scenario", "alone", "repaired")]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Run the tests, and write or compare the page."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true")
    checks = arguments.parse_args().check
    outcomes = Outcomes()
    chosen = ["-q", "-p", "no:cacheprovider", "--ignore-glob=*_corpus.py", str(ROOT / "tests" / "clients")]
    if pytest.main(chosen, plugins=[outcomes]) != 0:
        sys.exit("the page is made of tests that pass")
    if outcomes.skipped:
        sys.exit(f"the page needs every client, see `make clients`: {len(outcomes.skipped)} tests were skipped")
    made = page(outcomes.told)
    held = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if not checks:
        PAGE.write_text(made, encoding="utf-8")
    elif made != held:
        print("".join(difflib.unified_diff(held.splitlines(True), made.splitlines(True), "docs/clients.md", "made")))
        sys.exit("out of date: run python tools/clients_page.py")


if __name__ == "__main__":
    main()
