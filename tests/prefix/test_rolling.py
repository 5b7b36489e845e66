import gc
import weakref
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.prefix import rolling as module
from sendable.prefix.rolling import START, Rolling, after
from sendable.wire.build import assistant, request, text, tool_use, user
from sendable.wire.index import Index

MESSAGES = st.lists(st.sampled_from([user("a"), user(text("a")), assistant("b"), user("a", "b"), assistant(text("c"))]))


def naive(messages: list[dict[str, Any]]) -> list[Any]:
    points = [START]
    for message in messages:
        points.append(after(points[-1], message))
    return points


@given(st.lists(MESSAGES, max_size=8))
def test_what_is_remembered_changes_no_point(conversations: list[list[dict[str, Any]]]) -> None:
    rolling = Rolling(alike=2, room=1_000)
    for messages in conversations:
        assert rolling.points(messages) == naive(messages)


@given(MESSAGES, MESSAGES)
def test_points_are_equal_where_conversations_are(one: list[dict[str, Any]], other: list[dict[str, Any]]) -> None:
    for at, (a, b) in enumerate(zip(naive(one), naive(other), strict=False)):
        assert (a.exact == b.exact) == (one[:at] == other[:at])


def test_where_messages_split_makes_no_difference_loosely() -> None:
    split, joined = naive([user("a"), user("b")])[-1], naive([user("a", "b")])[-1]
    assert split.loose == joined.loose
    assert split.exact != joined.exact


def test_a_growing_conversation_is_digested_once(monkeypatch: Any) -> None:
    from sendable.prefix import rolling as module

    seen: list[Any] = []
    plain = module.after
    monkeypatch.setattr(module, "after", lambda point, message: seen.append(message) or plain(point, message))
    held = [user("a"), assistant("b"), user("c")]
    rolling = Rolling()
    rolling.points(held)
    rolling.points([*held, assistant("d")])
    assert len(seen) == 4


def test_a_message_that_is_changed_in_place_is_another() -> None:
    rolling = Rolling()
    messages: list[Any] = [user("a"), assistant(text("b")), user("c")]
    rolling.points(messages)
    messages[1]["content"][0]["text"] = "x"
    assert rolling.points(messages) == naive(messages)


def test_a_request_is_sorted_from_where_it_goes_on() -> None:
    rolling = Rolling()
    held: list[Any] = [user("a"), assistant(text("b")), user("c")]
    first = rolling.index(rolling.read(request(*held)))
    rolling.points_in(first)
    rolling.points([*held, assistant("d")])
    longer = rolling.index(rolling.read(request(*held, assistant("d"), user("e"))))
    assert [one is other for one, other in zip(first.messages, longer.messages, strict=False)] == [True] * 3
    held[1]["content"][0] = tool_use()
    changed = rolling.index(rolling.read(request(*held)))
    assert changed.messages[0] is first.messages[0]
    assert [block.kind for block in changed.messages[1].blocks] == ["tool_use"]


def test_what_is_changed_after_it_was_read_is_seen_by_the_next_reader() -> None:
    rolling = Rolling()
    held: list[Any] = [user("a"), assistant(text("b"))]
    index = rolling.index(rolling.read(request(*held)))
    rolling.points_in(index)
    held[1]["content"][0]["type"] = "thinking"
    again = rolling.index(rolling.read(request(*held)))
    assert "thinking" in again.top
    assert rolling.points_in(again) == naive(held)


class Message(dict[str, Any]):
    """A message that can be watched."""


@pytest.mark.parametrize(("largest", "kept"), [(module.LARGEST, True), (10, False)])
def test_only_what_is_not_large_is_kept_sorted(largest: int, kept: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", largest)
    rolling = Rolling()
    message = Message(user("a long message"))
    watched = weakref.ref(message)
    rolling.points_in(Index(rolling.read(request(message))))
    del message
    gc.collect()
    assert (watched() is not None) is kept


def test_many_conversations_that_go_on_by_turns_are_each_digested_once(monkeypatch: Any) -> None:
    from sendable.prefix import rolling as module

    seen: list[Any] = []
    plain = module.after
    monkeypatch.setattr(module, "after", lambda point, message: seen.append(message) or plain(point, message))
    rolling = Rolling()
    held = [[user(f"{number}")] for number in range(100)]
    for _ in range(3):
        for messages in held:
            messages += [assistant("b"), user("c")]
            rolling.points(messages)
    assert len(seen) == 100 * 7


def test_conversations_with_one_beginning_go_on_by_turns() -> None:
    rolling = Rolling()
    begun: list[list[Any]] = [[user("a"), assistant(text(f"{number}"))] for number in range(40)]
    for messages in (*begun, *begun):
        assert rolling.points(messages) == naive(messages)


def test_a_request_without_messages_has_one_point() -> None:
    rolling = Rolling()
    assert rolling.points([]) == rolling.points([]) == [START]


def test_where_thinking_stands_is_told_apart() -> None:
    def placed(*first: Any, behind: tuple[Any, ...] = ()) -> tuple[bytes, bytes, bytes]:
        point = naive([user("a"), assistant(*first, text("b")), user("c"), assistant(*behind, text("d"))])[-1]
        return point.exact, point.thinking, point.placed

    one, other = ({"type": "thinking", "thinking": "", "signature": name} for name in ("EqQB", "EqQC"))
    exact, thinking, there = placed(one, behind=(other,))
    for moved in (placed(one, other), placed(behind=(one, other))):
        assert moved[:2] == (exact, thinking)
        assert moved[2] != there
    assert placed(other, behind=(one,))[1:] != (thinking, there)
    assert placed()[1:] == (START.thinking, START.placed)
    assert placed({**one, "thinking": "told"}, behind=(other,)) == (exact, thinking, there)
