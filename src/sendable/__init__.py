"""Makes any stored agent conversation acceptable to the Anthropic Messages API again, and says what that cost."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sendable.checking import check
from sendable.contract.check import notes
from sendable.contract.explain import Explanation, explain
from sendable.contract.finding import Finding, Note
from sendable.conversation import Conversation
from sendable.errors import (
    ContentDecodeError,
    LedgerError,
    SendableError,
    UnreadableError,
    UnsupportedContentBlockError,
    UsageError,
)
from sendable.prefix.compare import compare
from sendable.prefix.comparison import Comparison, Difference
from sendable.prefix.ledger import Ledger
from sendable.prepare import prepare
from sendable.render import Style, render
from sendable.repair.change import Change, Loss
from sendable.repair.repair import Repaired, repair
from sendable.repair.restore import restore_ids
from sendable.sources.load import load
from sendable.targets import Target

if TYPE_CHECKING:
    from sendable.clients.middleware import Middleware as Middleware
    from sendable.clients.rejected import RejectedError as RejectedError
    from sendable.clients.response_report import report as report
    from sendable.clients.transport import AsyncTransport as AsyncTransport
    from sendable.clients.transport import Transport as Transport

__all__ = [
    "Change",
    "Comparison",
    "ContentDecodeError",
    "Conversation",
    "Difference",
    "Explanation",
    "Finding",
    "Ledger",
    "LedgerError",
    "Loss",
    "Note",
    "Repaired",
    "SendableError",
    "Style",
    "Target",
    "UnreadableError",
    "UnsupportedContentBlockError",
    "UsageError",
    "check",
    "compare",
    "explain",
    "load",
    "notes",
    "prepare",
    "render",
    "repair",
    "restore_ids",
]

_IN_PROCESS = {
    "AsyncTransport": ("sendable.clients.transport", "AsyncTransport"),
    "Middleware": ("sendable.clients.middleware", "Middleware"),
    "RejectedError": ("sendable.clients.rejected", "RejectedError"),
    "Transport": ("sendable.clients.transport", "Transport"),
    "report": ("sendable.clients.response_report", "report"),
}
"""What stands between a client and the API; imported when it is asked for, since the middleware needs the SDK."""


def __getattr__(name: str) -> Any:
    if name not in _IN_PROCESS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, held = _IN_PROCESS[name]
    return getattr(import_module(module), held)


def __dir__() -> list[str]:
    return [*globals(), *_IN_PROCESS]
