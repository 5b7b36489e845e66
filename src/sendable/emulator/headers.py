"""The headers that a request to the API must have."""

import re
from collections.abc import Iterable, Mapping
from functools import cache

from sendable.emulator.refusals import RefusedError, bad_request
from sendable.wire.schema import schema

# `api-key` is that of Foundry.
_KEYS = ("x-api-key", "authorization", "api-key")

# Versions are dates: 2023-06-01, and in the official SDK of 2026-11 2026-10-21. One that is newer is taken as well.
_VERSION = re.compile(r"20\d\d-\d\d-\d\d")

# Names that the official SDK does not list: the API took them in recordings, documents name them, or a shipped client
# of the API sends them (Claude Code 2.1.197 to 2.1.332, @ai-sdk/anthropic 3.0.140).
OTHER_BETAS = frozenset({
    "advanced-tool-use-2025-11-20",
    "afk-mode-2026-01-31",
    "claude-code-20250219",
    "code-execution-2025-08-25",
    "code-execution-web-tools-2026-02-09",
    "dangerous-tool-use-2026-09-03",
    "effort-2025-11-24",
    "fine-grained-tool-streaming-2025-05-14",
    "max-tokens-3-5-sonnet-2024-07-15",
    "mid-conversation-effort-2026-08-01",
    "mid-conversation-system-2026-04-07",
    "oauth-2025-04-20",
    "oidc-federation-2026-04-01",
    "per-turn-control-2026-07-01",
    "prompt-caching-scope-2026-01-05",
    "redact-thinking-2026-02-12",
    "search-results-2025-06-09",
    "structured-outputs-2025-12-15",
    "timing-2026-09-09",
    "tool-examples-2025-10-29",
    "tool-search-tool-2025-10-19",
    "tool-search-tool-regex-20251119",
    "tools-2024-04-04",
    "tools-2024-05-16",
    "web-fetch-2025-09-10",
    "web-search-2025-03-05",
})  # fmt: skip

UNEXPECTED_BETAS = (
    "Unexpected value(s) {values} for the `anthropic-beta` header. Please consult our documentation at "
    "platform.claude.com/docs or try again without the header."
)


def betas_of(headers: Mapping[str, str]) -> frozenset[str]:
    """The beta names of the header."""
    return frozenset(name for part in headers.get("anthropic-beta", "").split(",") if (name := part.strip()))


def require_key(headers: Mapping[str, str]) -> None:
    """Refuse a request that brings no key; which one it is makes no difference.

    Raises:
        RefusedError: there is none.
    """
    if not any(headers.get(name) for name in _KEYS):
        raise RefusedError(401, "x-api-key header is required")


def require_version(headers: Mapping[str, str]) -> None:
    """Refuse a request without a version of the API, or with what is none.

    Raises:
        RefusedError: so it is.
    """
    version = headers.get("anthropic-version")
    if not version:
        raise bad_request("anthropic-version: header is required")
    if _VERSION.fullmatch(version) is None:
        raise bad_request(f'anthropic-version: "{version[:40]}" is not a valid version')


def require_known_betas(headers: Mapping[str, str]) -> frozenset[str]:
    """The betas that were sent.

    Raises:
        RefusedError: the API has none of such a name.
    """
    sent = betas_of(headers)
    unknown = unknown_betas(sent)
    if unknown:
        raise bad_request(UNEXPECTED_BETAS.format(values=", ".join(f"`{name}`" for name in sorted(unknown))))
    return sent


def unknown_betas(names: Iterable[str]) -> frozenset[str]:
    """The names that stand neither in the official SDK nor in what was recorded or documented."""
    return frozenset(names) - OTHER_BETAS - _known()


@cache
def _known() -> frozenset[str]:
    return frozenset(schema().betas)


def checked(headers: Mapping[str, str]) -> frozenset[str]:
    """The betas of a request whose headers are as the API wants them.

    Raises:
        RefusedError: they are not.
    """
    require_key(headers)
    require_version(headers)
    return require_known_betas(headers)
