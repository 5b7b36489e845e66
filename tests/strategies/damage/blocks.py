"""Damage to blocks of any kind, and to text."""

import copy

from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, a_block, kind, lists_of, places_in


@kind
def drop_a_block(pick: Pick, request: Json) -> bool:
    places = places_in(request)
    if not places:
        return False
    place = one(pick, places)
    del place.held[place.at]
    return True


@kind
def repeat_a_block(pick: Pick, request: Json) -> bool:
    places = places_in(request)
    if not places:
        return False
    place = one(pick, places)
    place.held.insert(place.at + pick(2), copy.deepcopy(place.block))
    return True


@kind
def swap_two_blocks(pick: Pick, request: Json) -> bool:
    held = [blocks for blocks in lists_of(request) if len(blocks) > 1]
    if not held:
        return False
    blocks = one(pick, held)
    at = pick(len(blocks) - 1)
    blocks[at], blocks[at + 1] = blocks[at + 1], blocks[at]
    return True


@kind
def move_a_block_to_the_end(pick: Pick, request: Json) -> bool:
    held = [blocks for blocks in lists_of(request) if len(blocks) > 1]
    if not held:
        return False
    blocks = one(pick, held)
    blocks.append(blocks.pop(pick(len(blocks) - 1)))
    return True


@kind
def unset_a_type(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "text")
    return block is not None and block.pop("type") is not None


@kind
def empty_a_text(pick: Pick, request: Json) -> bool:
    return _retext(pick, request, "")


@kind
def blank_a_text(pick: Pick, request: Json) -> bool:
    return _retext(pick, request, one(pick, (" ", "\n\n", "\u00a0")))


@kind
def break_a_surrogate_pair(pick: Pick, request: Json) -> bool:
    return _retext(pick, request, one(pick, ("cut \ud83d", "\udc00 cut")))


def _retext(pick: Pick, request: Json, words: str) -> bool:
    block = a_block(pick, request, "text")
    bare = [message for message in request["messages"] if isinstance(message.get("content"), str)]
    if block is not None and (not bare or pick(2) == 0):
        block["text"] = words
        return True
    if bare:
        one(pick, bare)["content"] = words
    return bool(bare)


@kind
def end_in_whitespace(pick: Pick, request: Json) -> bool:
    last = request["messages"][-1]
    if last.get("role") != "assistant":
        request["messages"].append({"role": "assistant", "content": "So: \n"})
        return True
    if isinstance(last["content"], str):
        last["content"] += " "
    elif isinstance(last["content"], list):
        last["content"].append({"type": "text", "text": "So: "})
    return True


@kind
def end_in_an_answer(pick: Pick, request: Json) -> bool:
    content = one(pick, ("So", [], [{"type": "text", "text": "So"}]))
    request["messages"].append({"role": "assistant", "content": content})
    return True


@kind
def put_text_before_results(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_result")
    if block is None:
        return False
    held = next(held for held in lists_of(request) if any(b is block for b in held))
    held.insert(pick(len(held)), {"type": "text", "text": "Here:"})
    return True


@kind
def put_text_after_calls(pick: Pick, request: Json) -> bool:
    block = a_block(pick, request, "tool_use")
    if block is None:
        return False
    next(held for held in lists_of(request) if any(b is block for b in held)).append({"type": "text", "text": "Done."})
    return True
