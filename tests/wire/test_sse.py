from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.sse import Event, EventParser, framed

STREAM = (
    b'event: message_start\ndata: {"type":"message_start"}\n\n'
    b": keep-alive\n\n"
    b"event: ping\r\ndata: {}\r\n\r\n"
    b"id: 7\rdata: one\rdata: two\r\r"
    b"data: \xe2\x82\xac\n\n"
)
EVENTS = [
    ("message_start", '{"type":"message_start"}'),
    ("", ""),
    ("ping", "{}"),
    ("", "one\ntwo"),
    ("", "\u20ac"),
]


def parsed(*chunks: bytes) -> list[Event]:
    parser = EventParser()
    events = [event for chunk in chunks for event in parser.feed(chunk)]
    return events + parser.finish()


def said(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.name, event.data) for event in events]


def test_a_whole_stream_gives_its_events() -> None:
    assert said(parsed(STREAM)) == EVENTS


def test_a_stream_byte_by_byte_gives_the_same_events() -> None:
    assert parsed(*(STREAM[at : at + 1] for at in range(len(STREAM)))) == parsed(STREAM)


@pytest.mark.parametrize("at", range(len(STREAM)))
def test_a_stream_split_anywhere_gives_the_same_events(at: int) -> None:
    assert parsed(STREAM[:at], STREAM[at:]) == parsed(STREAM)


@given(st.lists(st.integers(0, len(STREAM)), max_size=6))
def test_a_stream_in_pieces_of_any_size_gives_the_same_events(cuts: list[int]) -> None:
    ends = [0, *sorted(cuts), len(STREAM)]
    assert parsed(*(STREAM[a:b] for a, b in pairwise(ends))) == parsed(STREAM)


@given(st.text(alphabet="da:t \r\n\ufeff"), st.integers(0, 40))
def test_no_byte_is_lost_or_added(text: str, at: int) -> None:
    data = text.encode()
    assert b"".join(event.raw for event in parsed(data[:at], data[at:])) == data


def test_an_event_comes_as_soon_as_it_is_whole() -> None:
    parser = EventParser()
    assert parser.feed(b"data: 1\n") == []
    assert said(parser.feed(b"\ndata: 2")) == [("", "1")]
    assert said(parser.finish()) == [("", "2")]
    assert parser.finish() == []


def test_a_byte_order_mark_is_no_part_of_the_first_field() -> None:
    assert said(parsed(b"\xef\xbb\xbfdata: 1\n\n")) == [("", "1")]


def test_other_data_leaves_the_other_lines() -> None:
    [event] = parsed(b"id: 7\r\nevent: e\r\ndata: 1\r\n: note\r\n\r\n")
    assert event.with_data("2\n3").raw == b"id: 7\nevent: e\n: note\ndata: 2\ndata: 3\n\n"


@given(
    st.from_regex(r"[a-z_]*", fullmatch=True), st.text(alphabet=st.characters(exclude_characters="\r", codec="utf-8"))
)
def test_what_is_framed_is_parsed_again(name: str, data: str) -> None:
    assert said(parsed(framed(name, data))) == [(name, data)]
