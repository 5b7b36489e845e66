from sendable.repair.media_notes import may_go, media_by_path, medium_at, newest_user_messages, note
from sendable.wire.build import assistant, cached, image, request, text, tool_result, tool_use, user
from sendable.wire.index import Index

PARTS = {"type": "document", "source": {"type": "content", "content": [image()]}}
INDEX = Index(
    request(
        user(image()),
        assistant(tool_use()),
        user(tool_result(content=[text("x"), PARTS])),
        user(image(), PARTS),
        assistant("Well."),
    )
)


def test_own_media_of_the_newest_user_turn_stay() -> None:
    newest = newest_user_messages(INDEX)
    assert newest == {2, 3}
    going = {path for path, block in media_by_path(INDEX).items() if may_go(block, newest)}
    assert going == {
        ("messages", 0, "content", 0),
        ("messages", 2, "content", 0, "content", 1),
        ("messages", 2, "content", 0, "content", 1, "source", "content", 0),
    }


def test_a_finding_names_the_medium_or_a_field_of_its_source() -> None:
    media = media_by_path(INDEX)
    place = ("messages", 0, "content", 0)
    assert medium_at(media, place) is medium_at(media, (*place, "source", "media_type")) is media[place]
    assert medium_at(media, ("messages", 1, "content", 0)) is None
    assert medium_at(media, ()) is None


def test_a_note_names_the_kind_and_carries_the_breakpoint_on() -> None:
    block = Index(request(user(cached(image())))).blocks("image")[0]
    assert note(block, "it was empty") == cached(text("[image removed: it was empty]"))


def test_a_request_without_a_user_has_no_newest_turn() -> None:
    assert newest_user_messages(Index(request(assistant("Hi")))) == frozenset()
