"""Repair the requests of a log, one a line, and keep those that can be sent.

usage: python examples/clean_log.py [LOG.jsonl] > CLEAN.jsonl

The command does the same: sendable repair --jsonl LOG.jsonl -o OUTCOMES.jsonl
"""

import json
import sys
from collections import Counter
from pathlib import Path

from sendable import UnreadableError, repair

log = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("log.jsonl")
outcomes: Counter[str] = Counter()

with log.open("rb") as lines:
    for number, line in enumerate(lines, 1):
        try:
            done = repair(line)
        except UnreadableError as fault:
            outcomes["unreadable"] += 1
            print(f"line {number}: {fault}", file=sys.stderr)
            continue
        if not done.accepted:
            outcomes["still refused"] += 1
            print(f"line {number}: {done.remaining[0].message}", file=sys.stderr)
            continue
        outcomes["repaired" if done.changes else "accepted as it was"] += 1
        print(json.dumps(done.request))

print(", ".join(f"{count} {word}" for word, count in outcomes.items()), file=sys.stderr)
