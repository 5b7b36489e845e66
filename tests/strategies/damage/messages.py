"""Damage to whole messages."""

import copy

from tests.strategies.choice import Pick, one
from tests.strategies.damage.places import Json, kind


@kind
def drop_a_message(pick: Pick, request: Json) -> bool:
    messages = request["messages"]
    if len(messages) < 2:
        return False
    del messages[pick(len(messages))]
    return True


@kind
def cut_the_head(pick: Pick, request: Json) -> bool:
    messages = request["messages"]
    if len(messages) < 2:
        return False
    del messages[: 1 + pick(len(messages) - 1)]
    return True


@kind
def cut_the_tail(pick: Pick, request: Json) -> bool:
    messages = request["messages"]
    if len(messages) < 2:
        return False
    del messages[-1 - pick(len(messages) - 1) :]
    return True


@kind
def cut_the_middle(pick: Pick, request: Json) -> bool:
    messages = request["messages"]
    if len(messages) < 4:
        return False
    start = 1 + pick(len(messages) - 2)
    del messages[start : start + 1 + pick(len(messages) - start - 1)]
    return True


@kind
def repeat_a_message(pick: Pick, request: Json) -> bool:
    messages = request["messages"]
    at = pick(len(messages))
    messages.insert(at, copy.deepcopy(messages[at]))
    return True


@kind
def swap_two_messages(pick: Pick, request: Json) -> bool:
    messages = request["messages"]
    if len(messages) < 2:
        return False
    a, b = pick(len(messages)), pick(len(messages))
    messages[a], messages[b] = messages[b], messages[a]
    return a != b


@kind
def empty_a_message(pick: Pick, request: Json) -> bool:
    message = one(pick, request["messages"])
    message["content"] = [] if isinstance(message["content"], list) else ""
    return True


@kind
def put_in_a_system_entry(pick: Pick, request: Json) -> bool:
    content = one(pick, ("Be brief.", [{"type": "text", "text": "Be brief."}]))
    request["messages"].insert(pick(len(request["messages"]) + 1), {"role": "system", "content": content})
    return True


@kind
def add_fields_of_a_response(pick: Pick, request: Json) -> bool:
    answers = [m for m in request["messages"] if m.get("role") == "assistant"]
    if not answers:
        return False
    one(pick, answers).update(id="msg_01", type="message", stop_reason="end_turn", usage={"output_tokens": 3})
    return True
