from sendable.repair.thinking_keys import found_again, thinking_keys, thinking_of
from sendable.wire.build import assistant, request, text, thinking, user
from sendable.wire.index import Index

ONE, OTHER = thinking(signature="AAAA"), thinking(signature="BBBB")
HELD = Index(
    request(user("a"), assistant(ONE, text("b"), OTHER, text("c")), user("d"), assistant(dict(ONE), text("e")))
)


def test_equal_signatures_are_counted() -> None:
    first, second, third = thinking_keys(HELD).values()
    assert third == f"{first}:2"
    assert second != first


def test_a_longer_request_begins_with_the_same_keys() -> None:
    longer = Index({**HELD.request, "messages": [*HELD.request["messages"], assistant(dict(ONE))]})
    assert list(thinking_keys(longer).items())[:3] == list(thinking_keys(HELD).items())


def test_blocks_are_found_as_objects_then_by_signature() -> None:
    before = thinking_of(HELD)
    last = Index(request(assistant(before[2].value)))
    assert found_again(before, thinking_of(last)) == [2]
    copied = Index(request(assistant(dict(ONE), dict(OTHER), thinking(signature="CCCC"))))
    assert found_again(before, thinking_of(copied)) == [0, 1, None]
