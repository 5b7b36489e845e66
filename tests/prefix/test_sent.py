from sendable.prefix.rolling import Rolling
from sendable.prefix.sent import sent_of
from sendable.wire.build import assistant, request, text, user
from sendable.wire.index import Index

MESSAGES = [user("a"), assistant(text("b")), user("c")]


def test_an_index_tells_what_its_body_tells() -> None:
    asked = request(*MESSAGES, system="s")
    plain, sorted_out = sent_of(asked, Rolling()), sent_of(Index(asked), Rolling())
    assert plain.points == sorted_out.points
    assert [*plain.messages] == [*sorted_out.messages] == MESSAGES
    assert [*plain.backwards] == [*sorted_out.backwards] == MESSAGES[::-1]


def test_what_is_no_message_is_left_aside() -> None:
    with_others = {"messages": [MESSAGES[0], "no message", *MESSAGES[1:], None]}
    sent = sent_of(with_others, Rolling())
    assert [*sent.messages] == MESSAGES
    assert sent.points == sent_of({"messages": MESSAGES}, Rolling()).points
    assert [*sent_of(Index(with_others), Rolling()).messages] == MESSAGES


def test_a_request_without_messages_has_one_point() -> None:
    assert len(sent_of({"messages": 3}, Rolling()).points) == 1
