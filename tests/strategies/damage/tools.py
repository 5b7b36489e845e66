"""Damage to tools, to the choice of them, and to the settings of a request."""

import copy

from sendable.wire.build import tool
from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, kind, places_in


@kind
def declare_a_tool_twice(pick: Pick, request: Json) -> bool:
    tools = request.get("tools")
    if not tools:
        return False
    tools.append(copy.deepcopy(one(pick, tools)))
    return True


@kind
def give_a_tool_a_foreign_name(pick: Pick, request: Json) -> bool:
    custom = [held for held in request.get("tools", []) if "input_schema" in held]
    if not custom:
        return False
    held = one(pick, custom)
    old, new = held["name"], one(pick, ("mcp.docs/search", "my tool", "x" * 140))
    held["name"] = new
    for place in places_in(request, "tool_use"):
        if place.block.get("name") == old:
            place.block["name"] = new
    return True


@kind
def untype_a_schema(pick: Pick, request: Json) -> bool:
    custom = [held for held in request.get("tools", []) if isinstance(held.get("input_schema"), dict)]
    if not custom:
        return False
    one(pick, custom)["input_schema"] = {"properties": {"q": {"type": "string"}}}
    return True


@kind
def defer_every_tool(pick: Pick, request: Json) -> bool:
    custom = [held for held in request.get("tools", []) if "input_schema" in held]
    for held in custom:
        held["defer_loading"] = True
    return bool(custom)


@kind
def force_a_tool(pick: Pick, request: Json) -> bool:
    choices: tuple[Json, ...] = ({"type": "any"}, {"type": "tool", "name": "search"}, {"type": "tool", "name": "gone"})
    request.setdefault("tools", [tool()])
    request["tool_choice"] = dict(one(pick, choices))
    return True


@kind
def choose_without_tools(pick: Pick, request: Json) -> bool:
    request.pop("tools", None)
    request["tool_choice"] = one(pick, ({"type": "auto"}, {"type": "any"}, "auto", "required"))
    return True


@kind
def think_more_than_allowed(pick: Pick, request: Json) -> bool:
    request["thinking"] = {"type": "enabled", "budget_tokens": one(pick, (100, 8192, 100_000))}
    return True


@kind
def ask_for_an_effort(pick: Pick, request: Json) -> bool:
    request["output_config"] = {"effort": one(pick, ("low", "high", "xhigh", "max"))}
    return True


@kind
def ask_for_too_much(pick: Pick, request: Json) -> bool:
    request["max_tokens"] = one(pick, (10**7, 200_000))
    return True


@kind
def blank_the_system(pick: Pick, request: Json) -> bool:
    blank: tuple[object, ...] = ([{"type": "text", "text": " "}], [{"type": "text", "text": ""}], [])
    request["system"] = copy.deepcopy(one(pick, blank))
    return True


@kind
def keep_fields_of_a_response(pick: Pick, request: Json) -> bool:
    request |= one(pick, ({"stop_reason": None}, {"usage": {"input_tokens": 1}}, {"id": "msg_01"}, {"role": "user"}))
    return True


@kind
def name_a_container(pick: Pick, request: Json) -> bool:
    request["container"] = one(pick, ("container_1", {"id": "container_1"}, ""))
    return True


@kind
def stop_at_nothing(pick: Pick, request: Json) -> bool:
    request["stop_sequences"] = one(pick, ([""], [" ", "END"], "END"))
    return True
