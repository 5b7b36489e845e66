"""Damage by other APIs and frameworks: their roles, blocks in the wrong turn, nulls."""

import copy

from sendable.wire.build import image, text, thinking, tool_result, tool_use
from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, a_block, kind, lists_of, places_in


@kind
def name_a_role_of_another_api(pick: Pick, request: Json) -> bool:
    one(pick, request["messages"])["role"] = one(pick, ("tool", "model", "developer", "human", "User"))
    return True


@kind
def swap_a_role(pick: Pick, request: Json) -> bool:
    message = one(pick, request["messages"])
    message["role"] = "assistant" if message.get("role") == "user" else "user"
    return True


@kind
def null_a_content(pick: Pick, request: Json) -> bool:
    one(pick, request["messages"])["content"] = None
    return True


@kind
def unlist_a_content(pick: Pick, request: Json) -> bool:
    lone = [message for message in request["messages"] if isinstance(message["content"], list) and message["content"]]
    if not lone:
        return False
    message = one(pick, lone)
    message["content"] = message["content"][0]
    return True


@kind
def put_a_block_into_another_turn(pick: Pick, request: Json) -> bool:
    held = lists_of(request)
    if not held:
        return False
    blocks: tuple[Json, ...] = (tool_use("toolu_stray"), tool_result("toolu_stray"), thinking(), image())
    content = one(pick, held)
    content.insert(pick(len(content) + 1), copy.deepcopy(one(pick, blocks)))
    return True


@kind
def put_a_strange_block_into_a_result(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_result")
    if block is None:
        return False
    strange: tuple[Json, ...] = (
        thinking(),
        tool_use("toolu_in"),
        text(""),
        {"type": "tool_reference", "tool_name": "x"},
    )
    block["content"] = [text("Found."), copy.deepcopy(one(pick, strange))]
    return True


@kind
def null_a_field(pick: Pick, request: Json) -> bool:
    places = places_in(request)
    if not places:
        return False
    block = one(pick, places).block
    block[one(pick, sorted(block))] = None
    return True


@kind
def break_a_citation(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "text")
    if block is None:
        return False
    shapes: tuple[Json, ...] = (
        {"type": "web_search_result_location", "url": "https://example.com", "cited_text": "Blue."},
        {"type": "char_location", "cited_text": "x", "document_index": 0},
        {"title": "A"},
    )
    block["citations"] = [dict(one(pick, shapes))]
    return True


@kind
def alter_an_encrypted_part(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "web_search_tool_result")
    hits = block["content"] if block is not None and isinstance(block.get("content"), list) else []
    if not hits or not isinstance(hits[0], dict):
        return False
    hits[0]["encrypted_content"] = one(pick, ("", None, "not base64!"))
    return True


@kind
def title_a_document_with_nothing(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "document")
    if block is None:
        return False
    block |= one(pick, ({"title": ""}, {"context": ""}, {"title": "x" * 501}))
    return True


@kind
def mark_the_inside_of_a_block(pick: Pick, request: Json) -> bool:
    places = [place for place in places_in(request, "document", "image", "text") if place.block]
    if not places:
        return False
    block = one(pick, places).block
    inner = block.get("source") or next(iter(block.get("citations") or ()), None)
    if not isinstance(inner, dict):
        return False
    inner["cache_control"] = {"type": "ephemeral"}
    return True
