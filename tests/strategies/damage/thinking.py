"""Damage to thinking."""

from sendable.wire.kinds import THINKING
from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, a_block, drop_a_block, kind


@kind
def unsign_thinking(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "thinking")
    return block is not None and block.pop("signature", None) is not None


@kind
def damage_a_signature(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "thinking")
    if block is None:
        return False
    block["signature"] = one(pick, ("", "skip", str(block.get("signature", ""))[:-3], "%%%"))
    return True


@kind
def empty_thinking(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "thinking")
    if block is None:
        return False
    block |= {"thinking": "", "signature": ""}
    return True


@kind
def drop_thinking(pick: Pick, request: Json) -> bool:
    return drop_a_block(pick, request, *THINKING)


@kind
def mark_thinking(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, *THINKING)
    if block is None:
        return False
    block["cache_control"] = {"type": "ephemeral"}
    return True
