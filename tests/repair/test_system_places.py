from sendable.repair.system_places import can_hoist, destination, texts_of
from sendable.wire.build import assistant, request, system, text, user
from sendable.wire.index import Index
from tests.repair.drafts import draft_of

ADDED = {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "search"}}


def place(*messages: dict[str, object], run: int) -> int | None:
    index = Index(request(*messages))
    return destination(index, index.turns[run])


def test_place_is_behind_the_next_user_turn() -> None:
    assert place(user("a"), assistant("b"), system("c"), user("d"), user("e"), assistant("f"), run=2) == 5


def test_place_is_before_an_assistant_turn_or_at_the_end() -> None:
    assert place(user("a"), system("b"), user("c"), run=1) == 3
    assert place(user("a"), system("b"), user("c"), system("d"), user("e"), run=1) == 5


def test_place_lies_behind_answers_when_no_user_turn_is_nearer() -> None:
    assert place(user("a"), assistant("b"), system("c"), assistant("d"), user("e"), run=2) == 5


def test_there_is_no_place_without_a_user_turn_behind() -> None:
    assert place(user("a"), assistant("b"), system("c"), run=2) is None
    assert place(user("a"), assistant("b"), system("c"), assistant("d"), run=2) is None


def test_only_text_at_the_start_of_a_whole_request_is_hoisted() -> None:
    plain = draft_of(request(system("a"), user("b")))
    assert can_hoist(plain, plain.index.turns[0], unsupported=False)
    change = draft_of(request(system(text("a"), ADDED), user("b")))
    assert not can_hoist(change, change.index.turns[0], unsupported=False)
    assert can_hoist(change, change.index.turns[0], unsupported=True)
    alone = draft_of(request(system("a")))
    assert not can_hoist(alone, alone.index.turns[0], unsupported=False)
    bare = draft_of([system("a"), user("b")])
    assert not can_hoist(bare, bare.index.turns[0], unsupported=False)


def test_texts_are_those_in_which_something_can_be_seen() -> None:
    index = Index(request(system(text(" "), text("a"), ADDED)))
    assert [block.value for block in texts_of(index.messages[0])] == [text("a")]
