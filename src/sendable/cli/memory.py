"""What a command knows of earlier requests: `--ledger STORE`, and `--state FILE` of one conversation."""

import re
from pathlib import Path
from typing import Any

import click
import msgspec

from sendable.cli.inputs import read_whole
from sendable.cli.output import replacing
from sendable.errors import UnreadableError, UsageError
from sendable.prefix.ledger import Ledger
from sendable.repair.repair import Repaired
from sendable.repair.state import read_state
from sendable.wire.read import Source

Json = dict[str, Any]

_WORD = re.compile(r"[^:./\\]+")

ledger_option = click.option(
    "--ledger",
    metavar="STORE",
    help="What is known of earlier requests and their thinking: the path of a SQLite file, or redis://…",
)


class Memory:
    """Remembers requests in a ledger, and the state of one conversation in a file.

    Args:
        store: of the ledger; None for none.
        file: of the state; None for none. The file need not be there yet.

    Raises:
        UsageError: the state is none, or cannot be read; or no such store is known.
        LedgerError: the ledger cannot be opened.
    """

    def __init__(self, store: str | None, file: str | None = None) -> None:
        self.ledger = None if store is None else Ledger(_meant(store))
        self._file = None if file is None else Path(file)
        self._state = None if self._file is None else _state_in(self._file)

    def state_for(self, request: Source) -> Json | None:
        """What the repair of the conversation's last request left; None where that is not known."""
        if self._file is not None:
            return self._state
        return None if self.ledger is None else self.ledger.state_of(request)

    def keep(self, request: Source, repaired: Repaired) -> None:
        """Keep what a repair left, unless its request cannot be sent."""
        if not repaired.accepted:
            return
        if self._file is not None:
            self._state = repaired.state
        elif self.ledger is not None:
            self.ledger.keep_state_of(request, repaired.state)

    def hear(self, request: Source, response: Any, target: Any) -> None:
        """Tell the ledger what came back, where a line says so."""
        if self.ledger is not None and isinstance(response, (dict, list, str)):
            self.ledger.record(request, response, target)

    def save(self) -> None:
        """Write the state into its file, in one step.

        Raises:
            UnwrittenError: the place cannot be written.
        """
        if self._file is not None and self._state is not None:
            with replacing(self._file) as stream:
                stream.write(msgspec.json.encode(self._state) + b"\n")


def _meant(store: str) -> str:
    """The address of a ledger; a bare word is rather a slip than the name of a file to be made.

    Raises:
        UsageError: it is a bare word, and no such file is there.
    """
    if _WORD.fullmatch(store) and not Path(store).exists():
        raise UsageError(
            "--ledger: a bare word is no ledger: name a file as sqlite:PATH, or with a dot or a slash in its name, or "
            "a Redis as redis://…"
        )
    return store


def _state_in(file: Path) -> Json | None:
    if not file.exists():
        return None
    try:
        value = msgspec.json.decode(read_whole(str(file)))
        read_state(value)
    except (UnreadableError, UsageError) as fault:
        raise UsageError(f"--state {file}: {fault}") from None
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise UsageError(f"--state {file}: this is no state of a conversation: no JSON") from None
    return value if isinstance(value, dict) else None
