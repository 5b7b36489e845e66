"""A gateway as people start it, in front of an emulator."""

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sendable.emulator.server import Server
from tests.cli.running import PROGRAM


class Front(NamedTuple):
    """An emulator, and a gateway in front of it.

    Attributes:
        server: the emulator, which answers "All right.", or first calls the tool `chart` where there is one.
        address: of the gateway.
    """

    server: Server
    address: str


@contextmanager
def gateway(upstream: str, *options: str) -> Iterator[str]:
    """The address of a running gateway; it must end cleanly."""
    asked = [PROGRAM, "serve", "--upstream", upstream, "--listen", "127.0.0.1:0", "--quiet", *options]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            yield process.stdout.readline().decode().rstrip("\n")
        finally:
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, b"", b"")
