"""Cache breakpoints on a request, as many and in the order that the API takes."""

from typing import Any

from sendable.wire.index import Index
from sendable.wire.kinds import can_carry
from tests.strategies.choice import Pick, one, seldom

Json = dict[str, Any]


def mark_some(pick: Pick, request: Json, auto: bool) -> None:
    """Put up to four breakpoints on a request, the longer lived ones first; `auto` allows the automatic one."""
    places = _carriers(request)
    wanted = min(one(pick, (0, 0, 1, 2, 4)), len(places))
    chosen = sorted({pick(len(places)) for _ in range(wanted)})
    long = pick(len(chosen) + 1)
    for n, at in enumerate(chosen):
        short: tuple[Json, ...] = ({}, {"ttl": "5m"})
        places[at]["cache_control"] = {"type": "ephemeral", **({"ttl": "1h"} if n < long else one(pick, short))}
    if auto and len(chosen) < 4 and (long == 0 or not chosen) and seldom(pick):
        request["cache_control"] = {"type": "ephemeral"}


def _carriers(request: Json) -> list[Json]:
    index = Index(request)
    tools = [block.value for block in index.tools if not block.value.get("defer_loading") and block.kind == "custom"]
    system = [block.value for block in index.system if block.position >= 0]
    said = [
        block.value
        for message in index.messages
        for block in message.blocks
        if message.role != "system" and block.position >= 0 and can_carry(block.value)
    ]
    return tools + system + [block for block in said if str(block.get("text", "x")).strip()]
