"""Runs the command: in this process, or as the program that people start."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from sendable.cli.main import cli

PROGRAM = str(Path(sys.executable).with_name("sendable"))


def run(*args: str, given: bytes = b"") -> Result:
    return CliRunner().invoke(cli, list(args), input=given, catch_exceptions=False)


def program(*args: str, given: bytes = b"", **more: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([PROGRAM, *args], input=given, capture_output=True, check=False, timeout=60, **more)


def answers(result: Result) -> list[Any]:
    return [msgspec.json.decode(line) for line in result.stdout_bytes.splitlines()]
