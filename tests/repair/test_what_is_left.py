from sendable.repair.what_is_left import nothing_left
from sendable.wire.build import assistant, request, text, thinking, user
from tests.repair.drafts import block_at, draft_of


def test_nothing_is_left_when_every_message_is_emptied() -> None:
    draft = draft_of(request(user(text("")), assistant(thinking(), text(""))))
    both = {block_at(draft, 0, 0), block_at(draft, 1, 1)}
    assert nothing_left(draft, both)
    assert not nothing_left(draft, {block_at(draft, 0, 0)})


def test_dropped_messages_count() -> None:
    draft = draft_of(request(user(text("")), assistant("a")))
    assert nothing_left(draft, {block_at(draft, 0, 0)}, [draft.index.messages[1]])


def test_what_is_no_message_is_left() -> None:
    draft = draft_of(request(user(text("")), 5))  # type: ignore[arg-type]
    assert not nothing_left(draft, {block_at(draft, 0, 0)})
