"""How a request is handled: whether what precedes its thinking is checked, what happens then, and if it is cached."""

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
    facts = target.facts
    opted = _behaviour(request) is not None and facts is not None and facts.prefix_check != "no"
    return checks_prefix(target) or opted


def _behaviour(request: Json) -> Any:
    """What the request says is to happen with thinking that fails; setting it asks for the check."""
    setting = request.get("thinking")
    binding = setting.get("block_binding") if isinstance(setting, dict) else None
    if not isinstance(binding, dict):
        return None
    return binding.get("prefix_mismatch_behavior") or binding.get("mismatch_behavior")


def drops_what_fails(request: Json) -> bool:
    """Whether a request asks the server to drop thinking that fails, instead of refusing all of it."""
    return bool(_behaviour(request) == "drop_block")


def asks_for_cache(side: Side, request: Json) -> bool:
    """Whether a request has a cache breakpoint anywhere."""
    if request.get("cache_control") is not None or side.holds(_MARK):
        return True
    return any(_MARK in encoded(request.get(field)) for field in ("tools", "system"))
