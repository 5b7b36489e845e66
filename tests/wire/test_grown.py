from typing import Any

from sendable.wire.around import once_around
from sendable.wire.blocks import Message
from sendable.wire.build import assistant, request, text, user
from sendable.wire.grown import once_each, take_over
from sendable.wire.index import Index


def count_of_tools(request: Any) -> int:
    return len(request.get("tools", ()))


def test_it_is_taken_over_where_system_and_tools_are_the_very_same() -> None:
    tools, system = [{"name": "a"}], [text("s")]
    former = Index(request(user("a"), tools=tools, system=system))
    same, other = (Index(request(user("b"), tools=tools, system=held)) for held in (system, [text("s")]))
    for index in (same, other):
        take_over(index, former)
    once_around(former, count_of_tools)
    tools.append({"name": "b"})
    assert (once_around(same, count_of_tools), once_around(other, count_of_tools)) == (1, 2)


def test_what_is_found_in_messages_is_asked_of_the_new_ones_alone() -> None:
    asked: list[Any] = []

    def contents(message: Message) -> list[Any]:
        asked.append(message.value)
        return [message.at, message.value["content"]]

    held: list[Any] = [user("a"), assistant("b"), user("c")]
    former = Index(request(*held))
    assert once_each(former, contents) == [0, "a", 1, "b", 2, "c"]
    longer = Index(request(*held[:2], user("d"), assistant("e")), former)
    take_over(longer, former)
    assert once_each(longer, contents) == [0, "a", 1, "b", 2, "d", 3, "e"]
    assert once_each(longer, contents) is once_each(longer, contents)
    assert asked == [*held, user("d"), assistant("e")]


def test_a_request_holds_the_one_before_and_no_more() -> None:
    indexes = [Index(request(user("a")))]
    for _ in range(3):
        indexes.append(Index(request(user("a")), indexes[-1]))
        take_over(indexes[-1], indexes[-2])
    assert [index.former for index in indexes] == [None, None, None, indexes[2]]
