"""What is done with the requests on their way."""

from typing import Any

import msgspec

from sendable.errors import UsageError
from sendable.repair.change import Loss
from sendable.targets import PLATFORMS

MODES = ("repair", "check", "observe")
OPTIONS = frozenset({"max_loss", "invent", "keep_orphans", "keep_tool_search"})
_SWITCHES = ("enforces_prefix", "fail_closed", "expand_content_blocks")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What is done with the requests on their way.

    Attributes:
        mode: "repair" changes what would be refused, and refuses before sending what it cannot repair; "check" refuses
            before sending; "observe" sends everything as it is, and reports.
        platform: what `/v1/messages` stands for: api, foundry, or a cloud that speaks it.
        enforces_prefix: whether the account refuses thinking whose prefix changed (accounts from 2026-08-31 on do).
        fail_closed: whether a request is held back when sendable itself fails on it; else it is sent as it came.
        expand_content_blocks: whether a result whose whole text is the envelope of a tool is opened.
        options: those of `repair`: max_loss, invent, keep_orphans, keep_tool_search.

    Raises:
        UsageError: a name or a value that does not exist.
    """

    mode: str = "repair"
    platform: str = "api"
    enforces_prefix: bool = True
    fail_closed: bool = False
    expand_content_blocks: bool = False
    options: dict[str, Any] = {}

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise UsageError(f"unknown mode {self.mode!r}: one of {', '.join(MODES)}")
        if self.platform not in PLATFORMS:
            raise UsageError(f"unknown platform {self.platform!r}: one of {', '.join(PLATFORMS)}")
        for name in _SWITCHES:
            switch(name, getattr(self, name))
        known_options(self.options)


def known_options(options: dict[str, Any]) -> None:
    """Look at options of a repair.

    Raises:
        UsageError: one does not exist, or has a value that does not.
    """
    unknown = options.keys() - OPTIONS
    if unknown:
        raise UsageError(f"unknown option {min(unknown)!r}: one of {', '.join(sorted(OPTIONS))}")
    for name, value in options.items():
        if name == "max_loss":
            Loss.named(value)
        else:
            switch(name, value)


def switch(name: str, value: object) -> None:
    """Look at the value of a switch: a text such as "no" would be taken for yes.

    Raises:
        UsageError: it is neither True nor False.
    """
    if not isinstance(value, bool):
        raise UsageError(f"{name} is True or False, not {type(value).__name__}")
