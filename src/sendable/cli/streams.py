"""The standard streams of the process, as they may be when it starts and when it ends."""

import os
import sys

BROKEN_PIPE = 141
"""Exit status when the reader of a pipe is gone: that of the signal which other programs end by."""

_MODES = {0: os.O_WRONLY, 1: os.O_RDONLY, 2: os.O_WRONLY}
"""How the place of a closed stream is taken: whoever reads or writes there is told; errors go nowhere."""


def fill_closed() -> None:
    """Put something in the place of standard streams that are closed, so that no file takes their numbers."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, _MODES[number])
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def give_up_output() -> None:
    """Let what could not be written go, so that the end of the process does not try it again."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
