"""Keeps what the API refused although it was sent, each as a case that can be reported and become a rule."""

import json
import logging
import os
import re
from hashlib import blake2b
from pathlib import Path
from threading import Lock
from typing import Any

from sendable.errors import UsageError
from sendable.relay.refused import Refused
from sendable.relay.refused_case import case_of
from sendable.repair.told import UNKNOWN
from sendable.targets import find_model
from sendable.wire.index import Index
from sendable.wire.schema import known_names, known_tags

_LOG = logging.getLogger("sendable")

MOST = 1_000
LARGEST = 4 * 2**20
"""Bytes of one file at most; a request that gives a larger one is not kept."""

_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`")
_VARYING = re.compile(r"\S*[\d_/]\S*")


class CaseFolder:
    """Writes refusals into a folder, in the format of `cases/`: one file for each message and shape of a request.

    May be given as `on_refused`. Files are whole or not there, readable by their owner alone, and never overwritten;
    several processes may share a folder. What goes wrong is logged, and never raised.

    Args:
        folder: is made where it is missing.
        keep_content: whether what was said stays in the cases. Keys and tokens never do.
        most: how many cases the folder may hold.

    Raises:
        UsageError: the folder cannot be made.
    """

    def __init__(self, folder: str | Path, *, keep_content: bool = False, most: int = MOST) -> None:
        self._folder = Path(folder)
        self._keep_content = keep_content
        self._most = most
        self._lock = Lock()
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(f"the folder for cases cannot be made: {fault.strerror}") from None

    def __call__(self, refused: Refused) -> None:
        """Keep a refusal, unless one of its kind is there."""
        try:
            self.keep(refused)
        except OSError as fault:
            _LOG.warning("a case was not kept: %s", fault.strerror)
        except Exception as fault:  # noqa: BLE001 - a request so odd that it cannot be kept
            _LOG.warning("a case was not kept: %s", type(fault).__name__)

    def keep(self, refused: Refused) -> None:
        """Keep a refusal, for callers who count what is lost.

        Raises:
            Exception: of any kind, where it could not be kept.
        """
        with self._lock:
            self._keep(refused)

    def _keep(self, refused: Refused) -> None:
        rule = re.sub(r"[^a-z0-9-]", "", refused.rule) or UNKNOWN
        file = self._folder / rule / f"{_digest(refused)}.json"
        if file.exists() or sum(1 for _ in self._folder.glob("*/*.json")) >= self._most:
            return
        text = json.dumps(case_of(refused, keep_content=self._keep_content), indent=2) + "\n"
        if len(text) > LARGEST:
            _LOG.warning("a case was not kept: too large")
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, text.encode("ascii"))


def _write(file: Path, data: bytes) -> None:
    """Write a file that appears whole, and only where none is."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(data)
        os.link(unfinished, file)
    except FileExistsError:
        pass  # another process was faster
    finally:
        unfinished.unlink(missing_ok=True)


def _digest(refused: Refused) -> str:
    """What makes two refusals one case: the message without what varies, the place, and what the request holds."""
    index = Index(refused.request)
    kinds = {f"{message.role} {block.kind}" for message in index.messages for block in message.blocks}
    facts = find_model(refused.target.model)
    shape: list[Any] = [
        _VARYING.sub("#", _QUOTED.sub("#", refused.message)),
        [refused.target.platform, refused.target.endpoint, "" if facts is None else facts.name],
        sorted(known_names() & refused.request.keys()),
        sorted(kind for kind in kinds if kind.partition(" ")[2] in known_tags()),
        sorted({str(tool.value.get("type")) for tool in index.tools} & known_tags()),
    ]
    return blake2b(json.dumps(shape).encode("ascii"), digest_size=8).hexdigest()
