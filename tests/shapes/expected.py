"""The 32 shapes of broken histories, and how each must end, whatever library held it."""

from typing import NamedTuple

from sendable import SendableError
from sendable.errors import ContentDecodeError, UnsupportedContentBlockError


class Expected(NamedTuple):
    """How a shape ends.

    Attributes:
        drops: the passes that may drop something; all else must be kept.
        invents: whether something may be put in that nobody said.
        forgets: whether text may be gone: of what is dropped, or was never a word.
        error: the error that is asked for, before anything is sent.
        says: what that error says.
    """

    drops: frozenset[str] = frozenset()
    invents: bool = False
    forgets: bool = False
    error: type[SendableError] | None = None
    says: str = ""


def dropping(*passes: str, forgets: bool = False) -> Expected:
    return Expected(frozenset(passes), forgets=forgets)


NATIVE = ("drop_unpaired_native_calls", "drop_orphan_native_results", "drop_empty_messages")
BLANK = ("drop_blank_text", "drop_empty_messages")
KEPT = Expected()
ANSWERED = Expected(invents=True)

EXPECTED: dict[str, Expected] = {
    "paired-web-search": KEPT,
    "result-missing-and-continued": dropping(*NATIVE),
    "result-trimmed-to-a-string": dropping(*NATIVE),
    "in-flight": KEPT,
    "mcp-call-missing": dropping(*NATIVE),
    "mcp-call-in-flight": KEPT,
    "tool-search-in-flight": dropping("drop_waiting_tool_search", *NATIVE),
    "turn-of-only-the-unpaired-call": dropping(*NATIVE),
    "cache-breakpoint-on-a-dropped-block": dropping(*NATIVE, "drop_blank_text", "drop_orphan_results", forgets=True),
    "six-breakpoints": dropping("keep_useful_breakpoints"),
    "client-call-without-result-at-the-end": ANSWERED,
    "client-call-without-result-deeper": ANSWERED,
    "orphan-result": dropping("drop_orphan_results", forgets=True),
    "empty-user-text": dropping(*BLANK),
    "blank-user-text": dropping(*BLANK),
    "empty-assistant": dropping(*BLANK),
    "assistant-first": KEPT,
    "png-text-and-pdf-in-a-result": KEPT,
    "audio-in-a-result": Expected(error=UnsupportedContentBlockError, says="audio"),
    "undecodable-text-document": Expected(error=ContentDecodeError, says="base64"),
    "error-result-with-image": KEPT,
    "png-declared-as-jpeg": KEPT,
    "bmp": Expected(error=UnsupportedContentBlockError, says="image/bmp"),
    "parallel-results-in-two-messages-reversed": KEPT,
    "one-id-in-two-turns": KEPT,
    "foreign-id-with-dotted-tool-name": KEPT,
    "unsigned-thinking-with-tool-use": KEPT,
    "empty-signature": KEPT,
    "broken-argument-json": KEPT,
    "trailing-whitespace-at-the-end": KEPT,
    "system-message-in-the-middle": KEPT,
    "lone-surrogate": KEPT,
}
