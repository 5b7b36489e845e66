from sendable.contract.blank_texts import blank_texts, is_blank, only_blanks
from sendable.wire.build import assistant, image, request, system, text, thinking, user
from sendable.wire.index import Index


def test_empty_and_blank_texts_are_told_apart() -> None:
    found = blank_texts(Index(request(user(text(""), text(" ")), assistant("\n"), user("a"))))
    assert [block.path for block in found.empty] == [("messages", 0, "content", 0)]
    assert [block.path for block in found.blank] == [("messages", 0, "content", 1), ("messages", 1, "content")]


def test_empty_string_is_an_empty_message_and_no_empty_text() -> None:
    assert blank_texts(Index(request(user("")))).empty == []


def test_system_entries_are_left_to_their_own_rule() -> None:
    found = blank_texts(Index(request(user("a"), system(text(""), text(" ")))))
    assert found.empty == found.blank == []


def test_odd_values_are_not_blank() -> None:
    odd_values: list[object] = [None, 0, [], {}, "a"]
    for odd in odd_values:
        assert not is_blank(odd)
    assert blank_texts(Index(request(user(text(None), text(["  "]))))).blank == []  # type: ignore[arg-type]


def test_message_is_only_blanks_with_thinking_beside_but_not_with_an_image() -> None:
    index = Index(request(assistant(thinking(), text(" ")), user(image(), text(" ")), user(text(" "), "a")))
    assert [only_blanks(message) for message in index.messages] == [True, False, False]


def test_message_with_something_that_is_no_block_is_not_only_blanks() -> None:
    index = Index(request({"role": "user", "content": [text(" "), 5]}))
    assert not only_blanks(index.messages[0])
