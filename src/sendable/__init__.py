"""Makes any stored agent conversation acceptable to the Anthropic Messages API again, and says what that cost."""

from sendable.checking import check
from sendable.contract.check import notes
from sendable.contract.explain import Explanation, explain
from sendable.contract.finding import Finding, Note
from sendable.conversation import Conversation
from sendable.errors import (
    ContentDecodeError,
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

__all__ = [
    "Change",
    "Comparison",
    "ContentDecodeError",
    "Conversation",
    "Difference",
    "Explanation",
    "Finding",
    "Ledger",
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
