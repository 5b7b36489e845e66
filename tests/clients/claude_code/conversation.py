"""The conversation that Claude Code holds: several calls, one after another and beside each other, with thinking."""

from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sendable.emulator.turn import Turn
from tests.clients.media import PAGE, RED

PROMPT = "Look at the files and change one."
NEXT = "What else is there?"
CALLS = 11
ANSWER, NEXT_ANSWER = "It is changed.", "Nothing else."


def call(name: str, **arguments: Any) -> dict[str, Any]:
    return {"call": {"name": name, "input": arguments}}


def project(folder: Path) -> Path:
    """A folder with two texts, a picture and a page."""
    folder.mkdir(parents=True)
    (folder / "a.txt").write_text("alpha\n")
    (folder / "b.txt").write_text("beta\n")
    (folder / "red.png").write_bytes(b64decode(RED))
    (folder / "page.pdf").write_bytes(b64decode(PAGE))
    return folder


def script(folder: Path) -> Callable[[Turn], Any]:
    """What the model answers, step by step; whatever else is asked gets one answer."""

    def path(name: str) -> str:
        return str(folder / name)

    steps: list[Any] = [
        [{"thinking": "I list them."}, "I will look.", call("Bash", command="ls", description="List the files")],
        ["Both texts.", call("Read", file_path=path("a.txt")), call("Read", file_path=path("b.txt"))],
        [call("Read", file_path=path("red.png")), call("Read", file_path=path("page.pdf"))],
        [call("Bash", command="exit 3", description="Fail"), call("Read", file_path=path("no.txt")), call("Nothing")],
        [{"thinking": "Now a new one."}, call("Write", file_path=path("c.txt"), content="gamma\n")],
        [call("Edit", file_path=path("c.txt"), old_string="gamma", new_string="delta")],
        [call("Bash", command="cat c.txt", description="Show it")],
        [{"thinking": "That is all."}, ANSWER],
    ]

    def answer(turn: Turn) -> Any:
        said = str(turn.request["messages"])
        if PROMPT not in said or NEXT in said:
            return NEXT_ANSWER
        return steps[sum(message["role"] == "assistant" for message in turn.request["messages"])]

    return answer
