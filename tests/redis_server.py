"""A real Redis server for a test, on a free port, with nothing kept when it ends."""

import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest

PROGRAM = shutil.which("redis-server")


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


class RedisServer:
    """A server that can be stopped, killed, and started again on the same port."""

    def __init__(self, folder: Path, *options: str) -> None:
        if PROGRAM is None:
            pytest.skip("needs the program redis-server")
        self.port = free_port()
        self.socket = folder / "redis.sock"
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._command = [
            *(PROGRAM, "--port", str(self.port), "--bind", "127.0.0.1", "--unixsocket", str(self.socket)),
            *("--dir", str(folder), "--save", "", "--appendonly", "no", *options),
        ]
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(500):
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=5) as held:
                    held.sendall(b"PING\r\n")
                    if held.recv(1):
                        return
            except OSError:
                pass
            time.sleep(0.02)
        raise TimeoutError

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None
