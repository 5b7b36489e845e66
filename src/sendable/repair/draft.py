"""The request that a pass works on, and the edits and changes that it makes.

A pass asks `may` for each change it has in mind, which records it, and then edits. What an edit leaves behind (an
empty message, a breakpoint of a dropped block, two runs of thinking that became one) is settled here, in one place for
all passes, when the pass is done.
"""

from collections.abc import Mapping
from typing import Any

from sendable.contract.finding import Finding
from sendable.contract.prefix_check import checks_prefix
from sendable.repair.change import Change, Loss
from sendable.repair.options import Options
from sendable.repair.past import NO_PAST, Past
from sendable.targets import Target
from sendable.wire.blocks import Block, Json, Message
from sendable.wire.edit import Edit, Origins
from sendable.wire.index import Index
from sendable.wire.paths import Path, dotted


class Draft:
    """One pass at work on one request.

    Attributes:
        index: the request, sorted. Every path and block of an edit speaks of it.
        target: where it goes.
        options: what the caller allows.
        findings: the findings that the pass answers, in the API's order.
        ids: new id or name -> the one it stands for, over all passes.
        betas: the betas that the changes ask for, over all passes.
        dropped: the blocks that the pass drops.
        past: what earlier requests of the conversation looked like, and the request before the first pass.
        stale: thinking that is left in the request although what precedes it changed; None where nobody looked.
        sure: a place, in the request as given, in front of which the ledger knows all to be as it was sent, if any.
        marks: whether the pass touches nothing but cache breakpoints.
    """

    def __init__(
        self,
        name: str,
        index: Index,
        target: Target,
        options: Options,
        findings: list[Finding],
        origins: Origins,
        *,
        past: Past = NO_PAST,
        marks: bool = False,
    ) -> None:
        self.name = name
        self.index = index
        self.target = target
        self.options = options
        self.findings = findings
        self.origins = origins
        self.edit = Edit(index.request, origins)
        self.changes: list[Change] = []
        self.ids: dict[str, dict[str, str]] = {}
        self.betas: set[str] = set()
        self.dropped: dict[Block, str] = {}
        self.past = past
        self.stale: list[Block] | None = None
        self.sure: Path | None = None
        self.marks = marks
        self._kept_messages: set[int] = set()

    @property
    def checks_prefix(self) -> bool:
        """Whether the thinking of the request is held against what precedes it."""
        return checks_prefix(self.target, self.index.request.get("thinking"))

    def may(
        self, rule: str, path: Path, loss: Loss, what: str, *, invents: bool = False, since: Path | None = None
    ) -> bool:
        """Whether the caller allows a change; if so it is recorded, and the pass goes on to make it.

        Args:
            rule: the rule that it answers.
            path: where, in the request that the pass works on.
            loss: what it costs.
            what: what happens, in words that hold nothing of the conversation.
            invents: whether it puts in something that nobody said.
            since: the place from which on it matters, where that is not `path`.
        """
        if loss > self.options.max_loss or (invents and not self.options.invent):
            return False
        self.note(rule, path, loss, what, invents=invents, since=since)
        return True

    def note(
        self,
        rule: str,
        path: Path,
        loss: Loss,
        what: str,
        *,
        invents: bool = False,
        since: Path | None = None,
        compared: bool = True,
    ) -> None:
        """Record a change that nobody has to allow: what follows from one that was allowed.

        Args:
            rule, path, loss, what, invents, since: as for `may`.
            compared: False for a cache breakpoint.
        """
        start = "" if since is None else dotted(self.origins.of(since))
        where = dotted(self.origins.of(path))
        compared = compared and not self.marks
        self.changes.append(Change(self.name, rule, where, loss, what, invents, None, start, compared))

    def drop(self, block: Block, rule: str) -> None:
        """Drop a top-level or nested block of a message."""
        if block.position < 0 and self.keeps_message(block.message):
            self.edit.set(block.path, [])
        else:
            self.edit.drop(block.path)
        if block.parent is None:
            self.dropped[block] = rule

    def replace(self, block: Block, value: Json) -> None:
        """Put another block in the place of a block."""
        if block.position < 0:
            self.edit.set(block.path, [value])
        else:
            self.edit.set(block.path, value)

    def set(self, path: Path, value: Any) -> None:
        """Put a value at a place."""
        self.edit.set(path, value)

    def unset(self, path: Path) -> None:
        """Take a field away."""
        self.edit.drop(path)

    def insert_block(self, message: Message, at: int, value: Json, origin: Path | None = None) -> None:
        """Put a block in front of the `at`-th of a message; a message of one bare string becomes a list first."""
        self._kept_messages.add(message.at)
        content = message.value.get("content")
        if isinstance(content, str) and content:
            held = message.blocks[0]
            if self.edit.given(held.path) is None:
                self.edit.set(held.path, [] if held in self.dropped else [held.value])
        elif not isinstance(content, (list, tuple)):
            self.edit.set((*message.path, "content"), [content] if content else [])
        self.edit.insert((*message.path, "content", at), value, origin)

    def insert_message(
        self, at: int, value: Json, origin: Path | None = None, moved: Mapping[Path, Path] | None = None
    ) -> None:
        """Put a message in front of the `at`-th; `moved` tells parts of it that stood elsewhere, see `Edit.insert`."""
        self.edit.insert(("messages", at), value, origin, moved)

    def keeps_message(self, at: int) -> bool:
        """Whether something was put into this message, so that it is not empty whatever was dropped."""
        return at in self._kept_messages

    def ask_for(self, *betas: str) -> None:
        """Note betas that the changed request needs to be sent with."""
        self.betas.update(betas)
