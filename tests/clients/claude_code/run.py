"""Prints what becomes of Claude Code's sessions, alone and through the gateway: `make claude-code`.

usage: python -m tests.clients.claude_code.run
"""

import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.clients.claude_code import conversation
from tests.clients.claude_code.damages import DAMAGES
from tests.clients.claude_code.passage import lasting
from tests.clients.claude_code.program import MISSING, PROGRAM, VERSION
from tests.clients.claude_code.trial import Resumed, Trial, trial

WIDTH = 100


def undamaged(held: Trial) -> list[str]:
    """Figures of the conversation that nothing was wrong with."""
    pairs = list(zip(held.sent, held.held, strict=True))
    bodies = sum(sent.body == got.call.body for sent, got in pairs)
    headers = sum(sent.headers == lasting(got.call.headers) for sent, got in pairs)
    verdicts = Counter(report["sendable"]["verdict"] for report in held.reports)
    sizes = [len(sent.body) for sent in held.sent]
    inside = statistics.median(report["milliseconds"]["inside"] for report in held.reports)
    held_in = f"{len(pairs)} requests of {min(sizes)} to {max(sizes)} bytes"
    return [
        f"Claude Code {VERSION}: {conversation.CALLS} calls in {held_in}",
        f"  it said               {held.answer.text!r}{' as an error' if held.answer.is_error else ''}",
        f"  verdicts              {', '.join(f'{count} {name}' for name, count in verdicts.items())}",
        f"  bodies unchanged      {bodies} of {len(pairs)}",
        f"  headers unchanged     {headers} of {len(pairs)}, save those of a connection",
        f"  sendable's own time   {inside:.1f} ms a request in the median",
    ]


def told(resumed: Resumed) -> str:
    """How a session went on, in a line."""
    refusals = [one.refused for one in resumed.got if one.refused]
    kept = resumed.got[-1].thinking
    if resumed.reports:
        kept = resumed.reports[-1]["sendable"]["cost"]["thinking"]["kept"]
    passes = Counter(change["pass"] for report in resumed.reports for change in report["sendable"]["changes"])
    said = "given up" if resumed.answer.is_error else f"answered, thinking kept {kept}"
    after = f" after {len(refusals)} refused: {refusals[0]}" if refusals else ""
    return f"{said}{after}"[:WIDTH] + (f"  [{', '.join(passes)}]" if passes else "")


def main() -> None:
    """Run it all in a folder that is removed again."""
    if not PROGRAM.exists():
        sys.exit(MISSING)
    with tempfile.TemporaryDirectory() as folder, trial(Path(folder)) as held:
        lines = undamaged(held)
        for name in ("none", *DAMAGES):
            lines += ["", f"--continue, damage: {name}"]
            lines.append(f"  alone    {told(held.resumed(name, through=False))}")
            lines.append(f"  gateway  {told(held.resumed(name, through=True))}")
    sys.stdout.write("\n".join([*lines, ""]))


if __name__ == "__main__":
    main()
