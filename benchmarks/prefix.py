"""Speed of comparing two requests of 10,000 messages, as ratios to reading them in the same run.

usage: python benchmarks/prefix.py [--rounds 7]

The limit is for the ways in which a conversation goes on. Where every text differs each message is looked for in the
whole of the other request; that has limits of its own, one for the first difference and one for all of them. Exit
status 1 when a limit is broken.
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
ALL_DIFFER = "every text changed"
LIMITS_WHERE_ALL_DIFFER = {False: 6.0, True: 10.0}

Json = dict[str, Any]


def thinking(messages: int) -> Json:
    """A history whose every answer begins with signed thinking."""
    request = history(messages)
    for at, message in enumerate(request["messages"]):
        if message["role"] == "assistant":
            block = {"type": "thinking", "thinking": "Let me see. " * 8, "signature": f"{at:08d}" * 25}
            message["content"].insert(0, block)
    return {**request, "model": "claude-opus-5-5"}


def reworded(request: Json) -> Json:
    """The same with another word in every text and every result."""
    changed = copy.deepcopy(request)
    for message in changed["messages"]:
        if isinstance(message["content"], str):
            message["content"] += "!"
            continue
        for block in message["content"]:
            for name in ("text", "content"):
                if isinstance(block.get(name), str):
                    block[name] += "!"
    return changed


def pairs() -> dict[str, tuple[bytes, bytes]]:
    """An earlier and a later request for each way in which a conversation goes on; as bytes, to leave memory alone."""
    whole = thinking(MESSAGES)
    messages = whole["messages"]
    earlier = {**whole, "messages": messages[:-2]}
    first = copy.deepcopy(whole)
    first["messages"][0]["content"] += "!"
    changed = copy.deepcopy(whole)
    changed["messages"][MESSAGES // 2]["content"] = copy.deepcopy(messages[MESSAGES // 2 + 3]["content"])
    marked = copy.deepcopy(whole)
    marked["messages"][1]["content"][1]["cache_control"] = {"type": "ephemeral"}
    made = {
        "appended": (earlier, whole),
        "the first message reworded": (earlier, first),
        "one message in the middle changed": (earlier, changed),
        "a turn removed": (earlier, {**whole, "messages": messages[:300] + messages[303:]}),
        "the oldest turns cut off": (earlier, {**whole, "messages": messages[300:]}),
        "a breakpoint moved": (earlier, marked),
        "all thinking removed": (earlier, {**whole, "messages": history(MESSAGES)["messages"]}),
        "the system prompt changed": (earlier, {**whole, "system": "It is 10:42."}),
        ALL_DIFFER: (earlier, reworded(whole)),
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
            limit = LIMITS_WHERE_ALL_DIFFER[every] if what == ALL_DIFFER else LIMIT
            table.row(name, found, limit, note=f"{took / MESSAGES * 1e6:.2f} us a message")
    return int(table.broken)


if __name__ == "__main__":
    sys.exit(main())
