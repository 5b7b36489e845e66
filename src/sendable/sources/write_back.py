"""Write a repair back into a stored history, in the form that its application keeps."""

import importlib
from typing import Any, Protocol, cast

from sendable.errors import UsageError
from sendable.sources.load import FORMATS, format_of
from sendable.sources.wire_places import Outcome

WRITERS: dict[str, str] = {
    "claude-code": "sendable.sources.claude_code_back",
    "pydantic-ai": "sendable.sources.pydantic_ai_back",
}


class Writer(Protocol):
    """What a module that writes a format back offers."""

    def write_back(self, data: Any, request: dict[str, Any], repaired: Outcome, **options: Any) -> bytes:
        """The history with the repair in it."""
        ...


def write_back(
    data: object, request: dict[str, Any], repaired: Outcome, form: str | None = None, **options: Any
) -> bytes:
    """The stored history with a repair in it; what the repair did not touch stays byte for byte.

    Args:
        data: the history, as `load` took it.
        request: the very request that was rendered from it and handed to `repair`.
        repaired: what came out.
        form: name of the format; None finds it out.
        options: as they were given to `load`.

    Raises:
        UsageError: the format does not exist, or cannot be written back yet.
        SendableError: the request is of another history, or a change has no form in this one.
    """
    return writer_of(form if form is not None else format_of(data)).write_back(data, request, repaired, **options)


def writer_of(form: str | None) -> Writer:
    """The module that writes a format back.

    Raises:
        UsageError: the format does not exist, or cannot be written back yet.
    """
    if form is not None and form not in FORMATS:
        raise UsageError(f"unknown format {form!r}: one of {', '.join(FORMATS)}")
    if form not in WRITERS:
        told = f"histories of the format {form}" if form else "histories of an unknown format"
        raise UsageError(f"{told} cannot be written back yet, only those of {', '.join(WRITERS)}")
    return cast(Writer, importlib.import_module(WRITERS[form]))
