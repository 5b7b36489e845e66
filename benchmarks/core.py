"""Speed of check and repair, as ratios to orjson on the same bytes in the same run.

usage: python benchmarks/core.py [--rounds 7] [--quick]

Every figure is the median of several rounds; a round measures baseline and subject one after the other. What counts is
the time that the processor spent on each, not the time on the clock, so that what else the machine does falls on
neither. Exit status 1 when a limit of the project is broken.
"""

import argparse
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from histories import FAULTS, dropped_calls, history, images, small_requests
from sendable import check, repair

SENDABLE = Path(sys.executable).parent / "sendable"


def seconds(work: Callable[[], object]) -> float:
    """Processor time of the best of three runs, without a collection in between."""
    best = float("inf")
    for _ in range(3):
        gc.collect()
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def ratio(subject: Callable[[], object], baseline: Callable[[], object], rounds: int) -> tuple[float, float]:
    """Median of subject over baseline, and the median seconds of the subject."""
    pairs = [(seconds(subject), seconds(baseline)) for _ in range(rounds)]
    return statistics.median(s / b for s, b in pairs), statistics.median(s for s, _ in pairs)


class Table:
    """Prints the rows and remembers whether a limit was broken."""

    def __init__(self) -> None:
        self.broken = False

    def row(self, what: str, measured: float, limit: float | None, unit: str = "x", note: str = "") -> None:
        bad = limit is not None and measured > limit
        self.broken |= bad
        told = "" if limit is None else f"limit {limit:g}{unit}{'  BROKEN' if bad else ''}"
        print(f"{what:<58} {measured:7.2f}{unit}  {told:<20} {note}", flush=True)


def both_ways(data: bytes) -> Callable[[], object]:
    return lambda: orjson.dumps(orjson.loads(data))


def histories(table: Table, rounds: int) -> None:
    found: dict[str, dict[int, float]] = {"check": {}, "repair": {}}
    for count in (100, 1000, 10000):
        data = orjson.dumps(history(count))
        check_ratio, check_time = ratio(lambda d=data: check(d), both_ways(data), rounds)  # type: ignore[misc]
        repair_ratio, _ = ratio(lambda d=data: repair(d), both_ways(data), rounds)  # type: ignore[misc]
        found["check"][count], found["repair"][count] = check_ratio, repair_ratio
        note = f"{check_time / count * 1e6:.2f} us a message"
        table.row(f"check, {count} messages, from bytes", check_ratio, 6, note=note)
        table.row(f"repair of a clean request, {count} messages, from bytes", repair_ratio, 7)
    for name, by_count in found.items():
        table.row(f"{name}: ratio at 10,000 to ratio at 1,000", by_count[10000] / by_count[1000], 1.5)


def dropped(table: Table, rounds: int) -> None:
    found = {}
    for calls in (100, 1000):
        data = orjson.dumps(dropped_calls(calls))
        found[calls], took = ratio(lambda d=data: repair(d), both_ways(data), rounds)  # type: ignore[misc]
        note = f"{took / calls * 1e6:.0f} us a call"
        table.row(f"repair, {calls} dropped calls with breakpoints", found[calls], None, note=note)
    table.row("dropped calls: ratio at 1,000 to ratio at 100", found[1000] / found[100], 1.5)


def faults(table: Table, rounds: int) -> None:
    """Much of one fault in one message, or in the tools: what a repair does once for each of them."""
    for name, made in FAULTS.items():
        few, many = orjson.dumps(made(1000)), orjson.dumps(made(4000))
        growth, took = ratio(lambda m=many: repair(m), lambda f=few: repair(f), rounds)  # type: ignore[misc]
        table.row(f"{name}: each of 4,000 to each of 1,000", growth / 4, 1.5, note=f"{took:.2f} s for 4,000")


def media(table: Table, rounds: int) -> None:
    data = orjson.dumps(images(20, 1_000_000))
    found, _ = ratio(lambda: check(data), lambda: orjson.loads(data), rounds)
    table.row("check, 20 PNG images of 1 MB, to reading them", found, 1.3)


def lines(table: Table, count: int, rounds: int, *, tools: bool) -> None:
    held = small_requests(count, tools=tools)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "requests.jsonl"
        path.write_bytes(b"\n".join(held) + b"\n")
        size = path.stat().st_size / count

        def bare() -> None:
            with path.open("rb") as source:
                for line in source:
                    json.loads(line)

        def command() -> float:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            start = [SENDABLE, "check", "--jsonl", str(path)]
            subprocess.run(start, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

        found = []
        for _ in range(rounds):
            spent = command()
            start = time.process_time()
            bare()
            found.append(spent / (time.process_time() - start))
        rate = statistics.median(found)
    what = f"check --jsonl, {size:.0f} bytes a line{' with tools' if tools else ''}, to json.loads"
    table.row(what, rate, 10, note=f"the whole command, {count} lines")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--quick", action="store_true", help="fewer rounds, for a first look")
    args = parser.parse_args()
    rounds = 3 if args.quick else args.rounds
    table = Table()
    check(orjson.dumps(history(30)))
    histories(table, rounds)
    dropped(table, rounds)
    faults(table, rounds)
    media(table, rounds)
    # always that many: of fewer lines the start of the command would be a large part
    for tools in (False, True):
        lines(table, 100_000, 1 if args.quick else 3, tools=tools)
    return int(table.broken)


if __name__ == "__main__":
    sys.exit(main())
