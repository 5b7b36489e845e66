"""Runs Claude Code with a home of its own, with no key, and with no other address than the one given."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
PROGRAM = FOLDER / "node_modules" / ".bin" / "claude"
VERSION = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))["dependencies"]["@anthropic-ai/claude-code"]
MISSING = f"`npm install --no-package-lock` was not run in {FOLDER}"
TOOLS = "Bash Read Write Edit"


class Answer(NamedTuple):
    """What it says at its end; of an error, what the API said."""

    text: str
    is_error: bool


class Home(NamedTuple):
    """A user of Claude Code, and the project they are in.

    Attributes:
        folder: what HOME names.
        project: where it is started.
    """

    folder: Path
    project: Path

    @property
    def session(self) -> Path:
        """The file of the one session that was held."""
        (file,) = (self.folder / ".claude" / "projects").glob("*/*.jsonl")
        return file

    def copied(self, folder: Path) -> "Home":
        """Another user with the same session, in the same project."""
        shutil.copytree(self.folder, folder)
        return Home(folder, self.project)

    def ask(self, address: str, prompt: str, *options: str) -> Answer:
        """Ask one thing, and wait for the end of it."""
        asked = [str(PROGRAM), "-p", prompt, "--output-format", "json", "--allowedTools", TOOLS, *options]
        done = subprocess.run(
            asked,
            cwd=self.project,
            env=self._environment(address),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
        told = json.loads(done.stdout)
        return Answer(told["result"], told["is_error"])

    def _environment(self, address: str) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder),
            "CLAUDE_CODE_TMPDIR": str(self.folder),
            "ANTHROPIC_API_KEY": "any-key",
            "ANTHROPIC_BASE_URL": address,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
        }
