"""Keeps what the API refused although it was let through, each as a case: it can be reported, and become a rule.

A case holds the whole request, content included. It is written only where somebody asked for it, readable by its owner
alone.
"""

import hashlib
import logging
import os
from pathlib import Path
from typing import Any

import msgspec

from sendable.errors import UsageError
from sendable.relay import Refused

_LOG = logging.getLogger("sendable.gateway")

MOST = 1_000
_WHY = "The API refused this request although sendable had sent it."


class Learn:
    """Writes cases into a folder; the same one once, and no more than so many.

    Args:
        folder: is made where it is missing.
        most: how many cases it may hold.

    Raises:
        UsageError: the folder cannot be made.
    """

    def __init__(self, folder: Path, most: int = MOST) -> None:
        self._folder = folder
        self._most = most
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as fault:
            raise UsageError(f"--learn: the folder cannot be made: {fault.strerror}") from None

    def __call__(self, refused: Refused) -> None:
        """Keep a refusal; where that fails, it is told, and the request goes on."""
        try:
            self._keep(refused)
        except OSError as fault:
            _LOG.warning("could not record: a case to learn from: %s", fault.strerror)

    def _keep(self, refused: Refused) -> None:
        case = msgspec.json.encode(case_of(refused))
        place = self._folder / (refused.rule or "refused")
        file = place / f"{hashlib.blake2b(case, digest_size=8).hexdigest()}.json"
        if file.exists() or sum(1 for _ in self._folder.rglob("*.json")) >= self._most:
            return
        place.mkdir(exist_ok=True)
        unfinished = file.with_suffix(f".{os.getpid()}")
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(msgspec.json.format(case, indent=2) + b"\n")
        unfinished.replace(file)


def case_of(refused: Refused) -> dict[str, Any]:
    """A refusal in the form of the files in `cases/`; `tools/accept.py` adds what is derived."""
    target = {
        "platform": refused.target.platform,
        "model": refused.target.model,
        "betas": None if refused.target.betas is None else sorted(refused.target.betas),
        "endpoint": refused.target.endpoint,
        "enforces_prefix": refused.target.enforces_prefix,
    }
    return {"why": _WHY, "target": target, "request": refused.request, "refusal": refused.message}
