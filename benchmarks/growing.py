"""What a turn costs at the end of a long conversation, with everything that keeps it append-only.

usage: python benchmarks/growing.py [--turns 9] [--quick]

A conversation grows turn by turn to 10,000 messages, with signed thinking in each turn. Each turn is prepared from the
conversation, with the state of the turn before and the ledger; then the request and its response are recorded. That is
held against `check` of the very body. What was said before is rendered, read and sorted no more, only looked at for
changes; what is left of a turn is the judging, about 0.55 of `check`, and to look three times at all that was said: in
the conversation, in the messages that were given out, and in those that are recorded, each about 0.1. A conversation
that was repaired when it was long already holds much thinking that was made under what it was before, which is told
apart in each request again; for that there is no limit. Exit status 1 when a limit is broken.
"""

import argparse
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from core import Table
from sendable import Ledger, Target, check
from sendable.conversation import Conversation
from sendable.prefix.stores import Entry, MemoryStore, Node
from sendable.prepare import prepare
from sendable.sources.load import load

Json = dict[str, Any]

TARGET = Target(model="claude-opus-5-5")
FIELDS: Json = {
    "model": "claude-opus-5-5",
    "max_tokens": 1024,
    "system": "Be kind.",
    "tools": [{"name": "search", "description": "Looks it up.", "input_schema": {"type": "object", "properties": {}}}],
}


class CountingStore(MemoryStore):
    """Counts what the ledger writes."""

    written = 0

    def put(self, entries: dict[bytes, Entry], nodes: list[Node], states: dict[bytes, bytes] | None = None) -> None:
        self.written += len(entries) + len(nodes)
        super().put(entries, nodes, states)


def turn(at: int, broken: bool) -> list[Json]:
    """A question, a call, its result, and an answer; the call has no result in a broken conversation's first turn."""
    call = f"toolu_{at:08d}"
    thought = {"type": "thinking", "thinking": "", "signature": f"EqQBCgIYAhIM{at:08d}"}
    use = {"type": "tool_use", "id": call, "name": "search", "input": {"query": "weather in Oslo", "page": at}}
    result = {"type": "tool_result", "tool_use_id": call, "content": "A line of the page. " * 25}
    found = {**thought, "signature": f"EqQBCgIYAhIN{at:08d}"}
    said = [found, {"type": "text", "text": "That is what I found. " * 5}]
    asked = [{"role": "user", "content": f"{at:06d} " + "What about it? " * 12}]
    called = [{"role": "assistant", "content": [thought, {"type": "text", "text": "I will look."}, use]}]
    answered = [] if broken and at == 0 else [{"role": "user", "content": [result]}]
    return [*asked, *called, *answered, {"role": "assistant", "content": said}]


KINDS = {
    "clean": "",
    "repaired in its first turn": "first",
    "repaired when it was long": "long",
}
"""Conversations; those that are repaired lack a result in their first turn."""


class Session:
    """A conversation as an application keeps it, from turn to turn; one repaired in its first turn was sent then."""

    def __init__(self, messages: int, kind: str) -> None:
        held = [message for at in range(messages // 4) for message in turn(at, bool(kind))]
        self.store = CountingStore()
        self.ledger = Ledger(self.store)
        self.state: Json | None = None
        self.body: Json = {}
        for end in (2, len(held) - 1) if kind == "first" else (len(held) - 1,):
            self.conversation: Conversation = load({**FIELDS, "messages": held[:end]})
            self.answer = held[end]
            self.go()
        self.at = messages // 4

    def grow(self) -> None:
        """The answer comes, and the user goes on."""
        asked = turn(self.at, False)
        more = load({**FIELDS, "messages": [self.answer, *asked[:-1]]}).messages
        self.conversation = msgspec.structs.replace(self.conversation, messages=[*self.conversation.messages, *more])
        self.answer = asked[-1]
        self.at += 1

    def go(self) -> None:
        """Prepare the request, and record it with its answer."""
        repaired = prepare(self.conversation, TARGET, state=self.state, ledger=self.ledger)
        self.body = repaired.request
        self.state = json.loads(json.dumps(repaired.state))
        self.ledger.record(self.body, self.answer, TARGET)


def seconds(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def measured(messages: int, turns: int, kind: str) -> tuple[float, float, float]:
    """Median of a turn over `check` of its body, median seconds of a turn, and what the ledger writes for one."""
    session = Session(messages, kind)
    ratios, costs, writes = [], [], []
    for _ in range(turns):
        session.grow()
        before = session.store.written
        costs.append(seconds(session.go))
        writes.append(session.store.written - before)
        checked: Callable[[], object] = partial(check, session.body, TARGET)
        ratios.append(costs[-1] / min(seconds(checked) for _ in range(3)))
    return statistics.median(ratios), statistics.median(costs), max(writes)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="fewer turns, for a first look")
    args = parser.parse_args()
    turns = 3 if args.quick else args.turns
    table = Table()
    for name, kind in KINDS.items():
        found = {count: measured(count, turns, kind) for count in (1_000, 10_000)}
        for count, (ratio, cost, writes) in found.items():
            note = f"{cost / count * 1e6:.2f} us a message"
            limit = None if kind == "long" or count < 10_000 else 1.5
            table.row(f"a turn at {count} messages, {name}, to check", ratio, limit, note=note)
            table.row("  what the ledger writes for it", writes, 8, unit=" ")
        table.row(f"  cost at 10,000 to cost at 1,000, {name}", found[10_000][1] / found[1_000][1] / 10, 1.5)
    return int(table.broken)


if __name__ == "__main__":
    sys.exit(main())
