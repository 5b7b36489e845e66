"""How a request is handled: whether what precedes its thinking is checked, and if it is cached."""

from typing import Any

from sendable.contract.prefix_check import checks_prefix
from sendable.prefix.encoding import encoded
from sendable.prefix.side import Side
from sendable.targets import Target

Json = dict[str, Any]

_MARK = b'"cache_control":{'


def is_checked(target: Target, request: Json) -> bool | None:
    """Whether the request is checked; None when nobody says which model it goes to."""
    if target.model is None:
        return None
    return checks_prefix(target, request.get("thinking"))


def asks_for_cache(side: Side, request: Json) -> bool:
    """Whether a request has a cache breakpoint anywhere."""
    if request.get("cache_control") is not None or side.holds(_MARK):
        return True
    return any(_MARK in encoded(request.get(field)) for field in ("tools", "system"))
