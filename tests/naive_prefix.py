"""The prefix check, written down once more as simply as it goes: every prefix is made from scratch."""

import json
from typing import Any

from sendable.contract.prefix_check import checks_prefix
from sendable.targets import Target

Json = dict[str, Any]

THINKING = ("thinking", "redacted_thinking")


def bare(value: Any) -> Any:
    """A value without cache breakpoints, but for what a tool was called with."""
    if isinstance(value, list):
        return [bare(item) for item in value]
    if isinstance(value, dict):
        return {k: v if k == "input" else bare(v) for k, v in value.items() if k != "cache_control"}
    return value


def is_thinking(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") in THINKING


def without_thinking(message: Json) -> Json:
    content = message["content"]
    kept = [block for block in content if not is_thinking(block)] if isinstance(content, list) else content
    return {**bare(message), "content": bare(kept)}


def thinking_places(request: Json) -> list[tuple[int, int, str]]:
    """Message, block and signature of each thinking block."""
    return [
        (at, position, str(block.get("signature") or block.get("data")))
        for at, message in enumerate(request["messages"])
        if isinstance(message.get("content"), list)
        for position, block in enumerate(message["content"])
        if is_thinking(block)
    ]


def tools_of(request: Json) -> list[str]:
    """The tools as a set; deferred ones wait to be found, which is no edit."""
    tools = request.get("tools") or []
    return sorted(json.dumps(bare(tool), sort_keys=True) for tool in tools if not tool.get("defer_loading"))


def prefixes(request: Json) -> dict[str, Any]:
    """What each thinking block is bound to, by its signature."""
    found: dict[str, Any] = {}
    for at, position, signature in thinking_places(request):
        before = [without_thinking(message) for message in request["messages"][:at]]
        own = without_thinking({**request["messages"][at], "content": request["messages"][at]["content"][:position]})
        found[signature] = (bare(request.get("system")), tools_of(request), before, own)
    return found


def kept_and_lost(given: Json, repaired: Json, target: Target) -> tuple[list[str], list[str]]:
    """The thinking of a request that holds in the repaired one, and the thinking that is gone or fails there."""
    before, after = prefixes(given), prefixes(repaired)
    order = list(before)
    kept: list[str] = []
    for signature in order:
        if signature not in after:
            continue
        same = before[signature] == after[signature]
        chained = not kept or order.index(signature) == order.index(kept[-1]) + 1
        failed = [one for one in order[: order.index(signature)] if one in after and one not in kept]
        if not checks_prefix(target, repaired.get("thinking")) or (same and chained and not failed):
            kept.append(signature)
    return kept, [signature for signature in order if signature not in kept]


def is_conversation(request: Any) -> bool:
    """Whether a request is formed well enough for the naive check."""
    messages = request.get("messages") if isinstance(request, dict) else None
    return (
        isinstance(messages, list)
        and 0 < len(messages) < 100
        and all(isinstance(one, dict) and isinstance(one.get("content"), list | str) for one in messages)
        and messages[0].get("role") == "user"
        and isinstance(request.get("tools", []), list)
    )


class Remembered:
    """What each thinking block of a growing conversation was made under, and which one came before it."""

    def __init__(self) -> None:
        self.made: dict[str, tuple[Any, str | None]] = {}

    def sent(self, request: Json, behind: list[Json]) -> None:
        """A request, as it was sent or first given, and the messages that came behind it."""
        grown = {**request, "messages": [*request["messages"], *behind]}
        before: str | None = None
        for signature, prefix in prefixes(grown).items():
            self.made.setdefault(signature, (prefix, before))
            before = signature

    def failing(self, request: Json) -> list[str]:
        """The thinking blocks of a request that fail, by their signatures."""
        found = []
        before: str | None = None
        for signature, prefix in prefixes(request).items():
            made, came_before = self.made[signature]
            if made != prefix or before not in (None, came_before):
                found.append(signature)
            before = signature
        return found
