"""The header that names betas."""

from collections.abc import Iterable

NAME = "anthropic-beta"


def betas_in(value: str) -> list[str]:
    """The names in the header."""
    return [name for part in value.split(",") if (name := part.strip())]


def with_betas(value: str, betas: Iterable[str]) -> str:
    """The header with further names behind those that it has; the same text where none are missing."""
    named = betas_in(value)
    missing = [beta for beta in betas if beta not in named]
    return ",".join([*named, *missing]) if missing else value
