import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.contract.check import check
from sendable.errors import UnreadableError
from sendable.relay.bodies import Bodies
from sendable.wire.around import once_around
from sendable.wire.build import assistant, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.read import decoded
from sendable.wire.seals import sealed
from tests.strategies.damage.histories import Damaged, damaged_histories
from tests.strategies.odd import odd_histories

MESSAGES = st.lists(
    st.sampled_from(
        [
            user("a"),
            user("a" * 300),
            user(text("a"), tool_result("t")),
            assistant("ü😀"),
            assistant(thinking("", "EqQB"), tool_use("t", at=1.5)),
            assistant(tool_use("t", at=2, nothing=None)),
            {"role": "user", "content": [3]},
            "no message",
            12,
            123,
        ]
    )
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "system": st.sampled_from(["s", [text("s")]]),
        "tools": st.sampled_from([[], [{"name": "a", "input_schema": {"type": "object"}}]]),
        "model": st.just("claude-opus-5-5"),
    },
)
FORMS = st.sampled_from([{}, {"separators": (",", ":")}, {"indent": 1}, {"ensure_ascii": False}])


def sorted_out(index: Index) -> Any:
    """All that an index holds, as plain values."""
    blocks = {kind: [(b.value, b.path) for b in held] for kind, held in {**index.top, **index.inner}.items()}
    turns = [(turn.role, turn.number, [one.value for one in turn.messages]) for turn in index.turns]
    return index.request, list(index.request), blocks, turns, [b.path for b in index.marks], index.features


@given(st.lists(st.tuples(FIELDS, MESSAGES, FORMS, st.integers(0, 9)), max_size=6))
def test_what_is_read_with_the_help_of_others_is_what_stands_there(sent: list[Any]) -> None:
    bodies = Bodies()
    held: list[Any] = []
    for fields, messages, form, kept in sent:
        held = [*held[: len(held) - kept], *messages]
        body = json.dumps({**fields, "messages": held, "stream": True}, **form).encode("utf-8")
        index = bodies.read(body)
        assert index is not None
        assert sorted_out(index) == sorted_out(Index(body))
        assert index.source.seals == sealed(index.request["messages"])
        assert (index.source.size, index.source.shape) == (len(body), "body")


def body_of(*messages: Any, **fields: Any) -> bytes:
    return json.dumps(request(*messages, **fields)).encode()


def test_what_was_seen_before_is_the_identical_object() -> None:
    bodies = Bodies()
    held: list[Any] = [user("a" * 300), assistant(text("b"))]
    first = bodies.read(body_of(*held, system=[text("s")]))
    second = bodies.read(body_of(*held, user("c"), system=[text("s")]))
    third = bodies.read(body_of(*held, user("d"), system=[text("t")]))
    assert first is not None
    assert second is not None
    assert third is not None
    assert all(a is b for a, b in zip(first.messages, second.messages, strict=False))
    assert second.request["system"] is first.request["system"]
    assert third.request["system"] == [text("t")]
    assert third.messages[2].value == user("d")


def test_what_was_found_in_system_and_tools_holds_as_long_as_they_are_the_same() -> None:
    asked: list[Any] = []

    def system_of(request: Any) -> Any:
        asked.append(request)
        return request.get("system")

    bodies = Bodies()
    held: list[Any] = [user("a" * 300)]
    for fields in ({"system": "s"}, {"system": "s", "stream": True}, {"system": "t"}, {"system": "t", "tools": []}):
        held += [assistant("b"), user("c")]
        index = bodies.read(body_of(*held, **fields))
        assert index is not None
        assert once_around(index, system_of) == fields["system"]
    assert len(asked) == 3


@pytest.mark.parametrize("body", [b"", b"{", b'{"messages": [1,]}', b'{"a": 01, "messages": []}', b"\xff\xfe"])
def test_what_is_no_json_is_told_as_it_always_is(body: bytes) -> None:
    with pytest.raises(UnreadableError) as told:
        Bodies().read(body)
    with pytest.raises(UnreadableError) as plain:
        decoded(body)
    assert str(told.value) == str(plain.value)


@pytest.mark.parametrize("body", [b"[]", b"3", b'"x"', b"null"])
def test_what_is_no_object_is_no_request(body: bytes) -> None:
    assert Bodies().read(body) is None


@pytest.mark.parametrize(
    "body",
    [
        b"{}",
        b'{"messages": 3}',
        b'{"messages": []}',
        b'{"messages": [{"role": "user", "content": "\\ud83d"}]}',
        b'{"params": {"messages": []}}',
        b'{"messages": [1], "messages": [{"role": "user", "content": "b"}]}',
        b'\xef\xbb\xbf{"messages": []}',
        b'{"n": ' + b"[" * 500 + b"]" * 500 + b', "messages": []}',
    ],
)
def test_odd_bodies_are_read_twice_alike(body: bytes) -> None:
    bodies = Bodies()
    value, surrogate = decoded(body)
    for _ in range(2):
        index = bodies.read(body)
        assert index is not None
        assert (index.request, index.source.surrogate) == (value, surrogate)


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (b'], "model": "b"}', b"]}"),
        (b'], "model": "b"}', b'], "model": "c"}'),
        (b'], "model": "b", "model": "a"}', b"]}"),
        (b'], "model": "a"}', b'], "tools": []}'),
        (b'], "messages": [{"role": "user", "content": "b"}]}', b"]}"),
        (b'], "n": 1, "n": 2}', b'], "n": 3}'),
    ],
)
def test_a_field_that_stands_twice_leaves_nothing_to_the_next_body(first: bytes, then: bytes) -> None:
    begun = b'{"model": "a", "messages": [{"role": "user", "content": "' + b"a" * 300 + b'"}'
    more = b', {"role": "assistant", "content": "b"}, {"role": "user", "content": "c"}'
    bodies = Bodies()
    for body in (begun + first, begun + then, begun + more + then, begun + more + first, begun + more + then):
        index = bodies.read(body)
        assert index is not None
        assert sorted_out(index) == sorted_out(Index(body))
        assert [*index.request] == [*Index(body).request]


def test_a_lone_surrogate_behind_what_was_seen_is_found() -> None:
    bodies = Bodies()
    seen = b'{"messages": [{"role": "user", "content": "a"}'
    bodies.read(seen + b"]}")
    index = bodies.read(seen + b', {"role": "user", "content": "\\ud83d"}]}')
    assert index is not None
    assert index.source.surrogate is not None


def test_what_does_not_fit_is_found_behind_what_fits() -> None:
    bodies = Bodies()
    held: list[Any] = [user("a" * 300), assistant("b"), user("c")]
    good = bodies.read(body_of(*held))
    assert good is not None
    assert check(good) == []
    more = bodies.read(body_of(*held, assistant("d"), {"role": "user", "content": [{"type": "text"}]}))
    assert more is not None
    assert [finding.path for finding in check(more)] == [
        f.path for f in check(body_of(*[m.value for m in more.messages]))
    ]
    assert check(more)
    again = bodies.read(body_of(*held, assistant("d"), {"role": "user", "content": [{"type": "text"}]}, user("e")))
    assert again is not None
    assert len(check(again)) == len(check(more))


@given(st.one_of(damaged_histories(), odd_histories()), st.lists(st.integers(0, 12), max_size=4))
def test_a_request_that_goes_on_is_judged_as_if_it_was_the_first(damaged: Damaged, cuts: list[int]) -> None:
    bodies = Bodies()
    whole = damaged.request
    messages = whole.get("messages") if isinstance(whole, dict) else None
    ends = [*sorted(cuts), None] if isinstance(messages, list) else []
    for end in ends:
        body = json.dumps({**whole, "messages": messages[:end]}).encode()
        try:
            index = bodies.read(body)
        except UnreadableError:
            with pytest.raises(UnreadableError):
                decoded(body)
            return
        assert index is not None
        assert check(index, damaged.history.target) == check(body, damaged.history.target)
