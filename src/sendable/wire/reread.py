"""Read a request whose messages are sealed: what their seals tell is not found out once more."""

from typing import Any

from sendable.wire.nulls import holds_no_number
from sendable.wire.read import Source, read
from sendable.wire.seals import Seals, sealed


def read_sealed(request: object, seals: Seals | None = None) -> Source:
    """As `read`; the source knows the seals of its messages, where it is a body.

    Args:
        request: whatever `read` takes.
        seals: the seals of its messages, where they were found out already.

    Raises:
        UnreadableError: the input is no request.
    """
    messages = request.get("messages") if isinstance(request, dict) else None
    if not isinstance(request, dict) or not isinstance(messages, list):
        return read(request)
    seals = sealed(messages) if seals is None else seals
    size = seals.size
    if size is None or any(map(holds_no_number, seals.with_nulls(messages))):
        return read(request)
    around: dict[str, Any] = {**request, "messages": []}
    rest = read(around)
    if rest.request is not around or rest.surrogate is not None or rest.size is None:
        return read(request)
    return Source(request, "body", rest.size + size, None, request, seals=seals)
