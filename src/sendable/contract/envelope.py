"""The fields of a body, and which of them a target takes."""

from collections.abc import Container, Iterator
from functools import lru_cache

from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.kinds import BETAS
from sendable.wire.schema import known_names, schema

# Options of the official clients that never belong into a body.
CLIENT_OPTIONS = frozenset({"betas", "extra_body", "extra_headers", "extra_query"})

# Part of the body where there is no header for it.
CLOUD_FIELDS = frozenset({"anthropic_version", "anthropic_beta"})

# Fields that the SDK has under `beta` alone, with the betas of which one must be sent.
FIELD_BETAS: dict[str, tuple[str, ...]] = {
    "compaction": ("compact-2026-09-04",),
    "context_management": ("context-management-2025-06-27", "compact-2026-01-12"),
    "fallback_credit_token": ("fallback-credit-2026-06-01", "fallback-credit-2026-07-01"),
    "fallbacks": ("server-side-fallback-2026-06-01", "server-side-fallback-2026-07-01"),
    "mcp_servers": BETAS["mcp_tool_use"],
    "output_format": ("structured-outputs-2025-11-13", "structured-outputs-2025-12-15"),
    "thread": ("message-threads-2026-08-12",),
}

# From the platform pages of 2026-10.
PLATFORM_LACKS: dict[str, frozenset[str]] = {
    "api": CLOUD_FIELDS,
    "foundry": CLOUD_FIELDS | {"fallbacks"},
    "bedrock": frozenset({"compaction", "container", "fallbacks", "mcp_servers"}),
    "vertex": frozenset({"container", "fallbacks", "mcp_servers"}),
}

# The body of `count_tokens`, from the SDK's types of 2026-11; that it takes no MCP servers says the page of 2026-10.
COUNT_TOKENS_FIELDS = frozenset({
    "anthropic_beta", "anthropic_version", "billing_policy", "cache_control", "compaction", "context_management",
    "messages", "model", "output_config", "output_format", "speed", "system", "thinking", "tool_choice",
    "tools", "user_profile_id", "workspace_id",
})  # fmt: skip


def refused_fields(index: Index, target: Target) -> Iterator[str]:
    """The top-level fields that the target does not take, in the order of the body."""
    refused = _refused(index.features[1], target)
    if refused:
        for name in index.request:
            if name in refused:
                yield name


@lru_cache(maxsize=4096)
def _refused(names: frozenset[str], target: Target) -> frozenset[str]:
    """Kept, since requests of one application hold the same fields."""
    header = is_newer_bedrock(names, target)
    return frozenset(name for name in names if not taken(name, target, header))


def is_newer_bedrock(names: Container[str], target: Target) -> bool:
    """Whether a body with these fields is one for the newer integration of Bedrock.

    That speaks the Messages API itself: the body names the model, and a header the betas (recorded 2026).
    """
    return target.platform == "bedrock" and target.endpoint in ("messages", "count_tokens") and "model" in names


def taken(name: str, target: Target, header: bool = False) -> bool:
    """Whether the target takes a field of this name; a name that nobody knows counts as taken.

    Args:
        name: the field.
        target: where the request goes.
        header: whether Bedrock is told the betas in a header, and not in the body.
    """
    if name in PLATFORM_LACKS[target.platform] or name in CLIENT_OPTIONS:
        return False
    if name not in schema().request:
        return name in CLOUD_FIELDS or name not in known_names()
    if target.endpoint == "count_tokens" and name not in COUNT_TOKENS_FIELDS:
        return False
    return not _misses_beta(name, target, header)


def _misses_beta(name: str, target: Target, header: bool) -> bool:
    """Whether a field needs a beta that is known not to be sent.

    A body for InvokeModel names its betas itself, so one that names none sends none (recorded 2026:
    `context_management`).
    """
    betas = FIELD_BETAS.get(name)
    if betas is None:
        return False
    return target.lacks(*betas) or (target.betas is None and target.platform == "bedrock" and not header)
