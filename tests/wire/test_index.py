from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import UnreadableError
from sendable.wire.blocks import SYSTEM, TOOLS, Block, Message
from sendable.wire.build import assistant, cached, image, request, system, text, tool, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.paths import lookup
from sendable.wire.read import read
from tests.strategies.damage.histories import Damaged
from tests.strategies.odd import odd_histories

ODD: list[Any] = [None, 0, True, "text", [], {}, [1, None, "x", []], {"type": 3}, [[{"type": "text"}]]]


def test_top_level_blocks_are_sorted_by_kind_in_document_order() -> None:
    index = Index(request(user("a"), assistant("b", tool_use()), user(tool_result(), text("c"))))
    assert [block.path for block in index.blocks("text")] == [
        ("messages", 0, "content"),
        ("messages", 1, "content", 0),
        ("messages", 2, "content", 1),
    ]
    assert [block.kind for block in index.blocks("tool_result", "tool_use")] == ["tool_result", "tool_use"]
    assert index.blocks("image") == []


def test_bare_string_becomes_a_text_block_at_the_content() -> None:
    [block] = Index(request(user("a"))).blocks("text")
    assert block.value == {"type": "text", "text": "a"}
    assert (block.message, block.position, block.path) == (0, -1, ("messages", 0, "content"))


def test_blocks_are_the_objects_of_the_request() -> None:
    held = text("a")
    asked = request(user(held, text("b")))
    assert Index(asked).blocks("text")[0].value is held


def test_consecutive_messages_of_one_role_are_one_turn() -> None:
    index = Index(request(user("a"), user("b"), assistant("c"), system("d"), system("e"), user("f")))
    assert [(turn.role, len(turn.messages), turn.number) for turn in index.turns] == [
        ("user", 2, 0),
        ("assistant", 1, 1),
        ("system", 2, 2),
        ("user", 1, 3),
    ]
    assert [message.turn for message in index.messages] == [0, 0, 1, 2, 2, 3]
    assert [block.value["text"] for block in index.turns[0].blocks] == ["a", "b"]


def test_nested_blocks_have_their_parent_and_path() -> None:
    nested = {"type": "document", "source": {"type": "content", "content": [text("deep"), image()]}}
    asked = request(user("a"), assistant(tool_use()), user(tool_result(content=[text("x"), nested])))
    index = Index(asked)
    for block in index.nested("text", "image", "document"):
        assert lookup(asked, block.path) is block.value
        assert block.parent is not None
    assert [block.value["text"] for block in index.nested("text")] == ["x", "deep"]
    assert index.nested("image")[0].path == ("messages", 2, "content", 0, "content", 1, "source", "content", 1)


def test_references_of_a_tool_search_result_are_nested() -> None:
    held = {"type": "tool_search_tool_search_result", "tool_references": [{"type": "tool_reference", "tool_name": "a"}]}
    found = {"type": "tool_search_tool_result", "tool_use_id": "srvtoolu_1", "content": held}
    asked = request(user("a"), assistant(found))
    [reference] = Index(asked).nested("tool_reference")
    assert lookup(asked, reference.path) is reference.value


def test_system_and_tools_are_blocks_of_their_own() -> None:
    index = Index(request(user("a"), system=[text("s")], tools=[tool(), {"type": "bash_20250124", "name": "bash"}]))
    assert [(block.kind, block.message, block.path) for block in index.tools] == [
        ("custom", TOOLS, ("tools", 0)),
        ("bash_20250124", TOOLS, ("tools", 1)),
    ]
    assert [(block.message, block.path) for block in index.system] == [(SYSTEM, ("system", 0))]
    assert Index(request(user("a"), system="s")).system[0].path == ("system",)


def test_marks_come_in_the_order_of_the_prefix() -> None:
    nested = tool_result(content=[cached(text("x"))])
    asked = request(
        user(cached(text("m"))),
        assistant(tool_use()),
        user(nested),
        system=[cached(text("s"))],
        tools=[cached(tool())],
    )
    assert [block.path[0] for block in Index(asked).marks] == ["tools", "system", "messages", "messages"]
    assert Index(asked).marks[-1].parent is not None


def test_null_mark_is_no_mark() -> None:
    asked = request(user(text("a", cache_control=None)), tools=[tool(cache_control=None)])
    assert Index(asked).marks == []
    assert "cache_control" not in Index(asked).features[0]


def test_features_name_kinds_fields_roles_and_marks() -> None:
    asked = request(user(cached(image())), assistant("x"), system("y"), thinking={"type": "adaptive"})
    kinds, fields = Index(asked).features
    assert {"image", "text", "role:system", "cache_control"} <= kinds
    assert {"messages", "thinking"} <= fields
    assert "cache_control" in Index(request(user("a"), cache_control={"type": "ephemeral"})).features[0]


def test_what_is_found_once_is_kept() -> None:
    calls: list[Index] = []

    def count(index: Index) -> int:
        calls.append(index)
        return len(calls)

    index = Index(request(user("a")))
    assert index.once(count) == index.once(count) == 1
    assert calls == [index]


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_odd_values_are_passed_over(odd: Any) -> None:
    asked = {
        "messages": [odd, {"role": odd, "content": odd}, user(tool_result(content=odd))] if odd != {} else odd,
        "system": odd,
        "tools": odd,
    }
    index = Index(asked)
    assert index.request is asked
    assert all(isinstance(part, frozenset) for part in index.features)
    assert all(isinstance(block.value, dict) for block in (*index.system, *index.tools))


def test_type_that_is_no_string_is_an_empty_kind() -> None:
    index = Index(request(user({"type": ["text"], "text": "a"}, {"text": "b"})))
    assert [block.position for block in index.blocks("")] == [0, 1]


def test_roles_that_are_no_strings_open_turns_of_their_own() -> None:
    index = Index({"messages": [{"role": ["user"], "content": "a"}, {"role": None}, user("b")]})
    assert [turn.number for turn in index.turns] == [0, 1, 2]


def test_bare_messages_are_wrapped() -> None:
    messages = [user("a")]
    index = Index(messages)
    assert index.source.shape == "messages"
    assert index.request["messages"] is messages
    assert Index(read(messages)).messages[0].path == ("messages", 0)


def outline(index: Index) -> Any:
    """All that an index says, with its blocks as their places and objects."""

    def told(blocks: list[Block]) -> list[Any]:
        return [(block.path, block.kind, id(block.value) if block.position >= 0 else block.value) for block in blocks]

    def listed(messages: list[Message]) -> list[Any]:
        return [(id(one.value), one.role, one.at, one.turn, told(one.blocks)) for one in messages]

    return (
        listed(index.messages),
        [(turn.role, turn.number, listed(turn.messages)) for turn in index.turns],
        [[(kind, told(blocks)) for kind, blocks in held.items()] for held in (index.top, index.inner)],
        told(index.marks),
        index.features,
    )


@given(odd_histories(), st.data())
def test_an_index_that_goes_on_from_another_says_the_same(case: Damaged, data: st.DataObject) -> None:
    messages = case.request.get("messages")
    try:
        read(case.request)
    except UnreadableError:
        return
    if not isinstance(messages, list):
        return
    places = st.integers(0, len(messages))
    cut, gone = data.draw(places), data.draw(places)
    shorter = [*messages[:gone], *messages[gone + 1 :]] if data.draw(st.booleans()) else messages[:cut]
    former = Index({**case.request, "messages": shorter})
    before = outline(former)
    assert outline(Index(case.request, former)) == outline(Index(case.request))
    assert outline(Index(case.request, former.bare(), alike=cut)) == outline(Index(case.request))
    assert outline(former) == before


def test_what_is_in_the_first_messages_is_not_looked_at_once_more() -> None:
    held = [user("a"), assistant(tool_use()), user(tool_result(), cached(text("b")))]
    former = Index(request(*held))
    longer = Index(request(*held, user("c"), assistant("d")), former)
    assert all(one is other for one, other in zip(former.messages, longer.messages, strict=False))
    assert [len(turn.messages) for turn in longer.turns] == [1, 1, 2, 1]
    assert len(former.turns[-1].messages) == 1
    assert Index(request(*held), former, alike=1).messages[1] is not former.messages[1]
