"""What is done with the requests on their way."""

from typing import Any

import msgspec

from sendable.errors import UsageError
from sendable.repair.change import Loss
from sendable.targets import PLATFORMS

MODES = ("repair", "check", "observe")
OPTIONS = frozenset({"max_loss", "invent", "keep_orphans", "keep_tool_search"})


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
        unknown = self.options.keys() - OPTIONS
        if unknown:
            raise UsageError(f"unknown option {min(unknown)!r}: one of {', '.join(sorted(OPTIONS))}")
        Loss.named(self.options.get("max_loss", "drops"))
