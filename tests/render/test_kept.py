import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import Target
from sendable.conversation import (
    CachePoint,
    Conversation,
    Message,
    NativeCall,
    Part,
    Role,
    SearchResult,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
)
from sendable.errors import CachePointError
from sendable.render import Renderings, Style, left_out, render
from sendable.wire import seals as module

HEARS, DEAF = Target(model="claude-opus-5-5"), Target(model="claude-sonnet-4-5")
Json = dict[str, Any]


def message(role: Role, *parts: Part, **fields: Any) -> Message:
    return Message(role=role, parts=list(parts), **fields)


def call_of(count: int) -> Message:
    return message("assistant", *(ToolCall(id=f"{at}", name="f") for at in range(count)))


def result_of(at: int) -> Message:
    return message("tool", ToolResult(call_id=f"{at}", parts=[Text(text="42")], bare=True))


def kinds() -> list[Callable[[], Message]]:
    """A new message each time, since some are changed in place."""
    return [
        lambda: message("user", Text(text="Hi"), bare=True),
        lambda: message("user", Text(text="Hi", extra={"citations": [{"n": 1}]}), CachePoint()),
        lambda: message("user", CachePoint(ttl="1h")),
        lambda: message("assistant", Thinking(text="Hm.", signature="a"), Text(text="Hello.")),
        lambda: message("assistant", Thinking(text="Hm.", provider="other")),
        lambda: message("assistant", ToolCall(id="a", name="f", arguments={"n": [1]})),
        lambda: message("assistant", NativeCall(provider="other", id="n", tool="search", arguments={"q": 1})),
        lambda: message("tool", ToolResult(call_id="a", parts=[Text(text="42")], bare=True)),
        lambda: message("tool", ToolResult(call_id="a", parts=[SearchResult(source="s", title="t", parts=[])])),
        lambda: message("system", Text(text="Be kind."), bare=True),
    ]


MESSAGES = st.lists(st.sampled_from(kinds()).map(lambda make: make()), max_size=9)


def one_of(value: Any, pick: Callable[[int], int]) -> Any:
    """A dict or list somewhere inside a value."""
    held = [value]
    for one in held:
        inner = one.values() if isinstance(one, dict) else one if isinstance(one, list) else struct_values(one)
        held += [item for item in inner if isinstance(item, dict | list) or hasattr(item, "__struct_fields__")]
    places = [one for one in held if isinstance(one, dict | list)]
    return places[pick(len(places))]


def struct_values(one: Any) -> list[Any]:
    return [getattr(one, name) for name in one.__struct_fields__]


def change(value: Any, pick: Callable[[int], int]) -> None:
    """Change something in place."""
    place = one_of(value, pick)
    if isinstance(place, dict):
        place[sorted(place)[0] if place and pick(2) else "new"] = "changed"
    elif place and pick(2):
        del place[-1]
    elif place:
        place.append(copy.deepcopy(place[0]))


def fresh(conversation: Conversation, target: Target, style: Style) -> Any:
    """What a rendering without a memory gives, or its error."""
    try:
        held = render(conversation, target, style=style), left_out(conversation, target, style=style)
    except CachePointError as error:
        return str(error)
    return copy.deepcopy(held)


def kept(memory: Renderings, conversation: Conversation, target: Target, style: Style) -> Any:
    try:
        request, lost, seals = memory.render(conversation, target, None, style)
    except CachePointError as error:
        return str(error)
    assert seals == module.sealed(request["messages"])
    return request, lost


@pytest.fixture(autouse=True)
def _short_stretches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "STRETCH", 3)


@given(st.data())
def test_what_is_kept_changes_no_rendering(data: st.DataObject) -> None:
    memory = Renderings()
    conversations: list[list[Message]] = [[]]
    requests: list[Json] = []
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(conversations) - 1))
        before = conversations[at]
        cut = data.draw(st.one_of(st.just(len(before)), st.integers(0, len(before))))
        held = [*before[:cut], *data.draw(MESSAGES)]
        conversations.append(held)
        target, style = (
            data.draw(st.sampled_from([HEARS, DEAF])),
            data.draw(st.sampled_from([Style(), Style(thinking="text")])),
        )
        conversation = Conversation(messages=held, system=[Text(text="S")] if data.draw(st.booleans()) else None)
        found = kept(memory, conversation, target, style)
        assert json.dumps(found, default=repr) == json.dumps(fresh(conversation, target, style), default=repr)
        if not isinstance(found, str):
            requests.append(found[0])
        pick: Callable[[int], int] = lambda count: data.draw(st.integers(0, count - 1))  # noqa: E731
        if requests and data.draw(st.booleans()):
            mess = requests[pick(len(requests))]
            if mess["messages"]:
                change(mess["messages"], pick)
        if held and data.draw(st.booleans()):
            change(held[pick(len(held))].parts, pick)


def turns(count: int) -> list[Message]:
    held = []
    for at in range(count):
        held += [message("user", Text(text=f"Go to {at}.")), message("assistant", Text(text=f"There: {at}."))]
    return held


def test_a_longer_conversation_holds_the_very_messages_of_the_shorter() -> None:
    memory, held = Renderings(), turns(9)
    short = memory.render(Conversation(messages=held), HEARS, None, Style()).request["messages"]
    longer = memory.render(Conversation(messages=[*held, *turns(2)]), HEARS, None, Style()).request["messages"]
    assert all(one is other for one, other in zip(short, longer, strict=False))
    assert longer is not short


def test_a_conversation_that_was_stored_and_loaded_is_known_again() -> None:
    memory = Renderings()
    short = memory.render(Conversation(messages=turns(4)), HEARS, None, Style()).request["messages"]
    longer = memory.render(Conversation(messages=turns(5)), HEARS, None, Style()).request["messages"]
    assert all(one is other for one, other in zip(short, longer, strict=False))


def test_a_message_that_its_reader_changed_is_rendered_anew() -> None:
    memory, held = Renderings(), turns(4)
    short = memory.render(Conversation(messages=held), HEARS, None, Style()).request["messages"]
    before = copy.deepcopy(short)
    short[7]["content"][0]["cache_control"] = {"type": "ephemeral"}
    longer = memory.render(Conversation(messages=[*held, *turns(1)]), HEARS, None, Style()).request["messages"]
    assert longer[:8] == before
    assert [one is other for one, other in zip(short, longer, strict=False)] == [True] * 6 + [True, False]


def text(at: int) -> Message:
    return message("user", Text(text=f"{at}"))


FORKS = {
    "a cache point that went back": ([text(1), message("user", CachePoint())], [text(1), text(2)]),
    "a cache point that comes to go back": ([text(1)], [text(1), message("user", CachePoint())]),
    "a result that joins those before it": ([call_of(2), result_of(0)], [call_of(2), result_of(0), result_of(1)]),
    "a system message that waits no more": (
        [call_of(1), message("system", Text(text="S"))],
        [call_of(1), message("system", Text(text="S")), result_of(0), text(1)],
    ),
    "a result that is gone": ([call_of(2), result_of(0), result_of(1), text(3)], [call_of(2), result_of(0), text(3)]),
    "another system message leads": ([message("system", Text(text="S"))] * 2, [message("system", Text(text="S"))] * 3),
}


@pytest.mark.parametrize(("one", "other"), FORKS.values(), ids=FORKS)
@pytest.mark.parametrize("target", [HEARS, DEAF], ids=["hears", "deaf"])
def test_where_conversations_part_nothing_of_the_other_is_left(
    one: list[Message], other: list[Message], target: Target
) -> None:
    memory = Renderings()
    for held in (one, other, one, other):
        conversation = Conversation(messages=held, system=[Text(text="S")])
        assert kept(memory, conversation, target, Style()) == fresh(conversation, target, Style())


def test_a_true_is_no_one() -> None:
    memory = Renderings()
    for value in (1, True, 1.0):
        call = message("assistant", ToolCall(id="a", name="f", arguments={"n": value}))
        [one] = memory.render(Conversation(messages=[call]), HEARS, None, Style()).request["messages"]
        assert json.dumps(one["content"][0]["input"]["n"]) == json.dumps(value)


def test_tools_and_fields_are_those_of_each_request() -> None:
    memory, held = Renderings(), turns(3)
    tools: list[Any] = [Tool(name="f")]
    memory.render(Conversation(messages=held), HEARS, {"system": "One."}, Style())
    found = memory.render(Conversation(messages=held, tools=tools), HEARS, {"system": "Two."}, Style())
    assert found.request == render(Conversation(messages=held, tools=tools), HEARS, fields={"system": "Two."})


def test_only_the_last_few_are_kept() -> None:
    memory = Renderings()
    for at in range(40):
        memory.render(Conversation(messages=[message("user", Text(text=f"{at}"))]), HEARS, None, Style())
    assert len(memory._kept) == 16
