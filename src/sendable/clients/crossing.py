"""What the surfaces of this room share: how they are set up, and their way into the relay."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypedDict

import msgspec

from sendable.clients.telemetry import tell_span
from sendable.errors import UsageError
from sendable.prefix.ledger import Ledger
from sendable.prefix.stores.memory import MemoryStore
from sendable.relay import CONVERSATION, Passage, Relay, Report, Settings, Where
from sendable.relay.case_folder import CaseFolder
from sendable.relay.settings import OPTIONS
from sendable.repair.change import Loss

Json = dict[str, Any]
Conversation = str | Callable[[Json], str | None]

_LOG = logging.getLogger("sendable")


class RepairOptions(TypedDict, total=False):
    """Options of a repair, see `repair`."""

    max_loss: str | Loss
    invent: bool
    keep_orphans: bool
    keep_tool_search: bool


class Options(RepairOptions, total=False):
    """What may be set beside the mode, for every surface alike.

    Attributes:
        ledger: remembers thinking and states: a path, an address as `Ledger` takes it, or a ledger that others use
            too. In memory by default.
        conversation: key of the conversation, or a function that is given the body and returns it, or None. A header
            `sendable-conversation` of the request goes before both; without any key the conversation is found by its
            beginning.
        on_report: is told what happened to each request, before it is sent. What it raises is
            logged, and costs no request.
        learn: a folder for what the API refused all the same, as case files.
        platform: what `/v1/messages` stands for: api, foundry, or a cloud that speaks it.
        enforces_prefix: whether the account refuses thinking whose prefix changed.
        fail_closed: whether a request is held back when sendable itself fails on it; else it is sent as it came.
        expand_content_blocks: whether a result whose whole text is the envelope of a tool is opened.
    """

    ledger: str | Path | Ledger | None
    conversation: Conversation | None
    on_report: Callable[[Report], None] | None
    learn: str | Path | None
    platform: str
    enforces_prefix: bool
    fail_closed: bool
    expand_content_blocks: bool


_KINDS: dict[str, tuple[tuple[Any, ...], str]] = {
    "ledger": ((str, Path, Ledger), "a path, an address or a Ledger"),
    "conversation": ((str, Callable), "a key or a function that gives it"),
    "on_report": ((Callable,), "a function"),
    "learn": ((str, Path), "the path of a folder"),
}
_SETTINGS = ("platform", "enforces_prefix", "fail_closed", "expand_content_blocks")


class Crossing:
    """The way of one surface into the relay.

    Args:
        mode: as in `Settings`.
        options: as in `Options`.

    Raises:
        UsageError: a name or a value that does not exist.
        LedgerError: the ledger cannot be opened.

    Attributes:
        platform: what the caller said `/v1/messages` stands for; None where nothing was said.
        waits: whether the ledger may have to wait for a disk or a network.
    """

    def __init__(self, mode: str, options: Options) -> None:
        given: Json = dict(options)
        unknown = given.keys() - Options.__optional_keys__
        if unknown:
            raise UsageError(f"unknown option {min(unknown)!r}: one of {', '.join(sorted(Options.__optional_keys__))}")
        for name, (kinds, told) in _KINDS.items():
            if not isinstance(given.get(name), (*kinds, type(None))):
                raise UsageError(f"{name} is {told}, not {type(given[name]).__name__}")
        self._conversation = options.get("conversation")
        self._on_report = options.get("on_report")
        self.platform = options.get("platform")
        settings = Settings(
            mode=mode,
            options={name: value for name, value in given.items() if name in OPTIONS},
            **{name: value for name, value in given.items() if name in _SETTINGS},
        )
        ledger, learn = options.get("ledger"), options.get("learn")
        kept = ledger if isinstance(ledger, Ledger) else Ledger(ledger)
        self.waits = not isinstance(kept.store, MemoryStore)
        self._relay = Relay(
            settings,
            kept,
            on_report=self._tell,
            on_refused=None if learn is None else CaseFolder(learn),
        )

    def passage(self, body: bytes, headers: Mapping[str, str], where: Where) -> Passage:
        """What is sent in the place of a request, see `Relay.passage`."""
        return self._relay.passage(body, headers, where, headers.get(CONVERSATION) or self._key(body))

    def _key(self, body: bytes) -> str | None:
        asked = self._conversation
        if not callable(asked):
            return asked
        try:
            return asked(msgspec.json.decode(body))
        except Exception as fault:  # noqa: BLE001 - a request is not lost for want of its key
            _LOG.error("no key of the conversation: %s", type(fault).__name__)
            return None

    def _tell(self, report: Report) -> None:
        tell_span(report)
        if self._on_report is not None:
            self._on_report(report)
