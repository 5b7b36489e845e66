"""What a request costs in the relay, as a ratio to judging and recording the same body in the same run.

usage: python benchmarks/relay.py [--turns 15] [--rounds 5]

A clean conversation of 100 kB goes on turn by turn: each request is handed to the relay, its answer is fed through and
settled. That is held against `check` of the very body and `Ledger.record` of it with its answer, which any surface has
to pay; above that a request may cost 0.3 ms. Every figure is processor time, the median over the turns of the best of
several rounds. Exit status 1 when a limit is broken.
"""

import argparse
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from core import Table
from histories import history
from sendable import Ledger, Target, check
from sendable.relay import Relay, Settings, Where

Json = dict[str, Any]

SIZE = 100_000
ABOVE = 0.3e-3
WHERE = Where("api", "messages")
MODEL = "claude-opus-5-5"
HEADERS = {"content-type": "application/json"}


def conversation(messages: int, thinks: bool) -> Json:
    """A clean conversation; its answers begin with thinking, or do not."""
    request = history(messages)
    for at, message in enumerate(request["messages"]):
        if thinks and message["role"] == "assistant":
            message["content"].insert(0, _thinking(at))
    return {**request, "model": MODEL}


def _thinking(at: int) -> Json:
    return {"type": "thinking", "thinking": "Let me see. " * 8, "signature": f"{at:08d}" * 25}


def bodies(turns: int, thinks: bool) -> list[bytes]:
    """The last requests of a conversation that grows to its size, each of which ends where a user spoke."""
    whole = conversation(4_000, thinks)
    count = 1
    while len(json.dumps({**whole, "messages": whole["messages"][:count]})) < SIZE:
        count += 1
    ends = [at for at in range(1, count + 1) if whole["messages"][at - 1]["role"] == "user"][-turns:]
    return [json.dumps({**whole, "messages": whole["messages"][:end]}).encode() for end in ends]


def answer(at: int, thinks: bool) -> bytes:
    """What the API answers to a request."""
    content = [*([_thinking(100_000 + at)] if thinks else []), {"type": "text", "text": "Yes, it is so. " * 20}]
    told = {"id": f"msg_{at}", "type": "message", "role": "assistant", "model": MODEL, "content": content}
    return json.dumps({**told, "stop_reason": "end_turn", "stop_sequence": None, "usage": {}}).encode()


def times(asked: list[bytes], thinks: bool, deed: Callable[[bytes, bytes], object]) -> list[float]:
    """Processor seconds of each turn."""
    spent = []
    for at, body in enumerate(asked):
        said = answer(at, thinks)
        gc.collect()
        start = time.process_time()
        deed(body, said)
        spent.append(time.process_time() - start)
    return spent


def through(mode: str) -> Callable[[bytes, bytes], object]:
    """A relay, and what a surface does with it."""
    relay = Relay(Settings(mode=mode))

    def deed(body: bytes, said: bytes) -> object:
        passage = relay.passage(body, HEADERS, WHERE)
        assert passage.body is body
        way = passage.answer(200, HEADERS)
        sent = (way.feed(said), way.finish())
        way.settle()
        return sent

    return deed


def by_hand() -> Callable[[bytes, bytes], object]:
    """The least that has to be done: judge, and remember."""
    ledger, target = Ledger(), Target(betas=[])

    def deed(body: bytes, said: bytes) -> object:
        return check(body, target), ledger.record(body, said, target)

    return deed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=15)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    table = Table()
    for thinks in (False, True):
        asked = bodies(args.turns, thinks)
        for mode in ("check", "repair"):
            rounds = [
                (times(asked, thinks, by_hand()), times(asked, thinks, through(mode))) for _ in range(args.rounds)
            ]
            least = [min(turn) for turn in zip(*(base for base, _ in rounds), strict=True)][1:]
            spent = [min(turn) for turn in zip(*(relay for _, relay in rounds), strict=True)][1:]
            ratio = statistics.median(a / b for a, b in zip(spent, least, strict=True))
            above = statistics.median(a - b for a, b in zip(spent, least, strict=True))
            base = statistics.median(least)
            told = f"{above * 1e3:+.2f} ms over {base * 1e3:.2f} ms"
            with_ = "with" if thinks else "without"
            table.row(f"{mode}, {with_} thinking, over check and record", ratio, (base + ABOVE) / base, note=told)
    return int(table.broken)


if __name__ == "__main__":
    sys.exit(main())
