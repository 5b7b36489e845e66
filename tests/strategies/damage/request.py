"""Damage to cache marks and parameters."""

from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, kind, places_in


@kind
def mark_too_much(pick: Pick, request: Json) -> bool:
    places = places_in(request, "text", "tool_use", "tool_result", "image")
    if len(places) < 5:
        return False
    for n in range(5):
        places[-1 - (n * (1 + pick(2))) % len(places)].block["cache_control"] = {"type": "ephemeral"}
    return True


@kind
def disorder_marks(pick: Pick, request: Json) -> bool:
    places = places_in(request, "text", "tool_use", "tool_result")
    if len(places) < 2:
        return False
    places[0].block["cache_control"] = {"type": "ephemeral", "ttl": "5m"}
    places[1 + pick(len(places) - 1)].block["cache_control"] = {"type": "ephemeral", "ttl": "1h"}
    return True


@kind
def ask_for_a_refused_temperature(pick: Pick, request: Json) -> bool:
    request |= one(pick, ({"temperature": 0.3}, {"temperature": 0.3, "top_p": 0.5}, {"top_k": 5, "temperature": 0}))
    return True


@kind
def ask_for_another_way_of_thinking(pick: Pick, request: Json) -> bool:
    ways: tuple[Json, ...] = ({"type": "enabled", "budget_tokens": 1024}, {"type": "adaptive"}, {"type": "disabled"})
    request["thinking"] = dict(one(pick, ways))
    return True
