"""Claude Code at an emulator and at a gateway before it: one conversation, and its session damaged in many ways."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from sendable.emulator.app import App
from sendable.emulator.emulator import Emulator, Options
from sendable.emulator.exchange import Answer as Exchanged
from sendable.emulator.exchange import Call
from sendable.emulator.server import Server
from tests.clients.claude_code import conversation
from tests.clients.claude_code.damages import DAMAGES, damage
from tests.clients.claude_code.passage import Passage, noting
from tests.clients.claude_code.program import Answer, Home
from tests.clients.gateways import gateway


class Got(NamedTuple):
    """What the emulator got, and whether it took it: `refused` holds the words of the refusal, "" for none."""

    call: Call
    refused: str

    @property
    def thinking(self) -> int:
        """How many thinking blocks were sent."""
        return self.call.body.count(b'"type":"thinking"')


class Resumed(NamedTuple):
    """How a damaged session went on.

    Attributes:
        answer: what Claude Code said in the end.
        got: what reached the emulator.
        reports: what the gateway tells of each request; none where there was no gateway.
    """

    answer: Answer
    got: list[Got]
    reports: list[dict[str, Any]]


class Trial:
    """An emulator, a gateway, and a user whose conversation went through the gateway.

    Args:
        folder: an empty one.
        server: the emulator.
        passage: leads to the gateway.
        got: grows with what the emulator gets.
    """

    def __init__(self, folder: Path, server: Server, passage: Passage, got: list[Got]) -> None:
        self.folder, self.passage, self.got = folder, passage, got
        self._server = server
        self.home = Home(folder / "home", folder / "project")
        self.home.folder.mkdir()
        self.answer = self.home.ask(passage.address, conversation.PROMPT)
        self.sent = list(passage.sent)
        self.held = list(got)

    def resumed(self, name: str, through: bool) -> Resumed:
        """Damage a copy of the session, and go on with it: at the emulator itself, or through the gateway."""
        copy = self.home.copied(self.folder / f"{name}, {'through the gateway' if through else 'alone'}")
        if name in DAMAGES:
            damage(copy.session, DAMAGES[name])
        before, told = len(self.got), len(self.reports)
        answer = copy.ask(self.passage.address if through else self._server.base_url, conversation.NEXT, "--continue")
        return Resumed(answer, self.got[before:], self.reports[told:])

    @property
    def reports(self) -> list[dict[str, Any]]:
        """What the gateway tells of each request that passed it."""
        files = sorted((self.folder / "reports").glob("*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]


@contextmanager
def trial(folder: Path) -> Iterator[Trial]:
    """A trial in an empty folder."""
    got: list[Got] = []

    def note(call: Call, answer: Exchanged) -> None:
        refused = json.loads(answer.body or b"")["error"]["message"] if answer.status >= 400 else ""
        got.append(Got(call, refused))

    script = conversation.script(conversation.project(folder / "project"))
    with (
        Server(App(Emulator(Options(), script, on_exchange=note))) as server,
        gateway(server.base_url, "--report", str(folder / "reports")) as address,
        noting(address) as passage,
    ):
        yield Trial(folder, server, passage, got)
