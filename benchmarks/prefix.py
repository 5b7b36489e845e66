"""Speed of comparing two requests of 10,000 messages, as ratios to reading them in the same run.

usage: python benchmarks/prefix.py [--rounds 7]

Exit status 1 when a limit of the project is broken.
"""

import argparse
import copy
import sys
from collections.abc import Callable
from typing import Any

import orjson

from core import Table, ratio
from histories import history
from sendable import compare

MESSAGES = 10_000
LIMIT = 3.0

Json = dict[str, Any]


def thinking(messages: int) -> Json:
    """A history whose every answer begins with signed thinking."""
    request = history(messages)
    for at, message in enumerate(request["messages"]):
        if message["role"] == "assistant":
            block = {"type": "thinking", "thinking": "Let me see. " * 8, "signature": f"{at:08d}" * 25}
            message["content"].insert(0, block)
    return {**request, "model": "claude-opus-5-5"}


def pairs() -> dict[str, tuple[bytes, bytes]]:
    """An earlier and a later request for each way in which a conversation goes on; as bytes, to leave memory alone."""
    whole = thinking(MESSAGES)
    messages = whole["messages"]
    earlier = {**whole, "messages": messages[:-2]}
    reworded = copy.deepcopy(whole)
    reworded["messages"][0]["content"] += "!"
    changed = copy.deepcopy(whole)
    changed["messages"][MESSAGES // 2]["content"] = copy.deepcopy(messages[MESSAGES // 2 + 3]["content"])
    marked = copy.deepcopy(whole)
    marked["messages"][1]["content"][1]["cache_control"] = {"type": "ephemeral"}
    made = {
        "appended": (earlier, whole),
        "the first message reworded": (earlier, reworded),
        "one message in the middle changed": (earlier, changed),
        "a turn removed": (earlier, {**whole, "messages": messages[:300] + messages[303:]}),
        "the oldest turns cut off": (earlier, {**whole, "messages": messages[300:]}),
        "a breakpoint moved": (earlier, marked),
        "all thinking removed": (earlier, {**whole, "messages": history(MESSAGES)["messages"]}),
        "the system prompt changed": (earlier, {**whole, "system": "It is 10:42."}),
    }
    return {what: (orjson.dumps(one), orjson.dumps(other)) for what, (one, other) in made.items()}


def measured(earlier: bytes, later: bytes, *, every: bool) -> tuple[Callable[[], object], Callable[[], object]]:
    return lambda: compare(earlier, later, every=every), lambda: (orjson.loads(earlier), orjson.loads(later))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    table = Table()
    for what, (earlier, later) in pairs().items():
        for every in (False, True):
            found, took = ratio(*measured(earlier, later, every=every), rounds)
            name = f"compare, {what}{', every difference' if every else ''}"
            table.row(name, found, LIMIT, note=f"{took / MESSAGES * 1e6:.2f} us a message")
    return int(table.broken)


if __name__ == "__main__":
    sys.exit(main())
