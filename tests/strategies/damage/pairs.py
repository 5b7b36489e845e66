"""Damage to calls and results."""

import json

from sendable.wire.kinds import NATIVE_RESULTS
from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, a_block, drop_a_block, is_medium, kind, places_in


@kind
def give_a_foreign_id(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_use", "server_tool_use", "mcp_tool_use")
    if block is None:
        return False
    old, new = block["id"], one(pick, ("functions.run:0", "call|1", "", "a b"))
    for place in places_in(request):
        for field in ("id", "tool_use_id"):
            if place.block.get(field) == old:
                place.block[field] = new
    return True


@kind
def give_one_side_a_foreign_id(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_use", "tool_result", "server_tool_use", *sorted(NATIVE_RESULTS))
    if block is None:
        return False
    block["id" if "id" in block else "tool_use_id"] = one(pick, ("call_9", "functions.run:0", "srvtoolu_zz"))
    return True


@kind
def give_an_id_twice(pick: Pick, request: Json) -> bool:
    calls = places_in(request, "tool_use")
    if len(calls) < 2:
        return False
    a = pick(len(calls))
    b = (a + 1) % len(calls)
    old = calls[b].block["id"]
    for place in places_in(request, "tool_use", "tool_result"):
        for field in ("id", "tool_use_id"):
            if place.block.get(field) == old:
                place.block[field] = calls[a].block["id"]
    return True


@kind
def give_a_foreign_name(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_use", "server_tool_use")
    if block is None:
        return False
    block["name"] = one(pick, ("", "x" * 201, "a.b/c", "$web_search"))
    return True


@kind
def write_input_as_text(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_use", "server_tool_use", "mcp_tool_use")
    if block is None:
        return False
    block["input"] = one(pick, (json.dumps(block["input"]), "", '{"a": ', "[1]"))
    return True


@kind
def null_an_input(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_use", "server_tool_use", "mcp_tool_use")
    if block is None:
        return False
    block["input"] = one(pick, (None, [], 5))
    return True


@kind
def flag_media_as_an_error(pick: Pick, request: Json) -> bool:
    results = [p.block for p in places_in(request, "tool_result") if isinstance(p.block.get("content"), list)]
    results = [block for block in results if any(is_medium(inner) for inner in block["content"])]
    if not results:
        return False
    one(pick, results)["is_error"] = True
    return True


@kind
def empty_an_error(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_result")
    if block is None:
        return False
    block |= {"content": one(pick, ("", [], [{"type": "text", "text": ""}])), "is_error": True}
    return True


@kind
def add_an_orphan_result(pick: Pick, request: Json) -> bool:
    turns = [m for m in request["messages"] if m.get("role") == "user" and isinstance(m["content"], list)]
    orphan = {"type": "tool_result", "tool_use_id": "toolu_lost", "content": "42"}
    if not turns:
        request["messages"].append({"role": "user", "content": [orphan]})
        return True
    held = one(pick, turns)["content"]
    held.insert(pick(len(held) + 1), orphan)
    return True


@kind
def repeat_a_result(pick: Pick, request: Json) -> bool:
    results = places_in(request, "tool_result")
    if not results:
        return False
    place = one(pick, results)
    place.held.append({**place.block, "content": "43"})
    return True


@kind
def drop_a_native_result(pick: Pick, request: Json) -> bool:
    return drop_a_block(pick, request, *NATIVE_RESULTS)


@kind
def drop_a_native_call(pick: Pick, request: Json) -> bool:
    return drop_a_block(pick, request, "server_tool_use", "mcp_tool_use")


@kind
def change_the_kind_of_a_native_result(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, *NATIVE_RESULTS)
    if block is None:
        return False
    block |= {
        "type": "web_fetch_tool_result",
        "content": {"type": "web_fetch_tool_result_error", "error_code": "unavailable"},
    }
    return True


@kind
def withdraw_a_tool(pick: Pick, request: Json) -> bool:
    tools = request.get("tools", [])
    if not tools:
        return False
    del tools[pick(len(tools))]
    return True
