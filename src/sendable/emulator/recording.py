"""Writes each call and its answer into a folder, one JSON file each. Keys are left out."""

import sys
from pathlib import Path
from typing import Any

import msgspec

from sendable.emulator.exchange import Answer, Call, encoded
from sendable.errors import UsageError

_SECRET = frozenset({"authorization", "x-api-key", "cookie", "x-amz-security-token"})


class Recorder:
    """Writes exchanges.

    Args:
        folder: is made where it is missing; files that are in it are kept.

    Raises:
        UsageError: the folder cannot be made.
    """

    def __init__(self, folder: str | Path) -> None:
        self._folder = Path(folder)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(f"cannot record into {self._folder}: {fault.strerror}") from None
        self._number = 0

    def __call__(self, call: Call, answer: Answer) -> None:
        """Write one exchange."""
        told = {
            "request": {
                "method": call.method,
                "path": call.path,
                "query": call.query,
                "headers": {name: value for name, value in call.headers.items() if name not in _SECRET},
                "body": _read(call.body),
            },
            "response": {
                "status": answer.status,
                "headers": answer.headers,
                "body": _read(answer.body if answer.body is not None else b"".join(answer.pieces)),
            },
        }
        try:
            self._free().write_bytes(msgspec.json.format(encoded(told), indent=2) + b"\n")
        except OSError as fault:
            print(f"sendable emulate: cannot record: {fault.strerror}", file=sys.stderr)  # noqa: T201 - the call is answered

    def _free(self) -> Path:
        """The next name that no file has."""
        while True:
            self._number += 1
            file = self._folder / f"{self._number:05}.json"
            if not file.exists():
                return file


def _read(body: bytes) -> Any:
    """A body as JSON; as text where it is none."""
    try:
        return msgspec.json.decode(body) if body else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return body.decode("utf-8", "replace")
