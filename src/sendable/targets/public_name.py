"""The name of a model without what an account calls it."""

from sendable.targets.models import find_model, parsed

UNKNOWN = "unknown"
"""Stands for every name of no Claude family."""


def public_name(name: str) -> str:
    """A name that means the same model, and tells nothing of an account.

    Deployments, inference profiles and the like have names that their owner chose.
    """
    facts, read = find_model(name), parsed(name)
    if facts is None or read is None:
        return UNKNOWN
    family, (major, minor) = read
    return f"claude-{family}-{major}-{minor}" if facts.inherited else facts.name
