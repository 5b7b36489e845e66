from sendable.repair.options import Options
from sendable.targets import Target
from sendable.wire.build import assistant, image, request, text, tool_result, tool_use, user
from tests.repair.drafts import Loss, block_at, draft_of, settled, told


def test_draft_without_edits_gives_the_same_object() -> None:
    asked = request(user("a"), assistant("b"))
    assert settled(draft_of(asked)) is asked


def test_allowed_change_is_recorded() -> None:
    draft = draft_of(request(user("a")))
    assert draft.may("some-rule", ("messages", 0), Loss.DROPS, "did it")
    assert told(draft) == [("some-rule", "messages.0", "drops")]
    assert draft.changes[0].as_json()["pass"] == "some_pass"


def test_change_that_costs_too_much_is_neither_allowed_nor_recorded() -> None:
    draft = draft_of(request(user("a")), options=Options(max_loss=Loss.DEMOTES, invent=False))
    assert not draft.may("some-rule", (), Loss.DROPS, "dropped it")
    assert not draft.may("some-rule", (), Loss.KEEPS, "made it up", invents=True)
    assert draft.may("some-rule", (), Loss.DEMOTES, "told it")
    assert told(draft) == [("some-rule", "", "demotes")]


def test_block_is_replaced_in_place() -> None:
    draft = draft_of(request(user(text("a"), text("b"))))
    draft.replace(block_at(draft, 0, 1), text("c"))
    assert settled(draft)["messages"] == [user(text("a"), text("c"))]


def test_bare_string_is_replaced_by_a_list() -> None:
    draft = draft_of(request(user("a")))
    draft.replace(block_at(draft, 0, -1), text("c"))
    assert settled(draft)["messages"] == [{"role": "user", "content": [text("c")]}]


def test_insert_into_a_bare_string_keeps_the_text() -> None:
    draft = draft_of(request(user("a")))
    draft.insert_block(draft.index.messages[0], 1, image())
    assert settled(draft)["messages"] == [user(text("a"), image())]


def test_insert_into_a_bare_string_that_was_replaced_keeps_the_new_block() -> None:
    draft = draft_of(request(user("a")))
    draft.replace(block_at(draft, 0, -1), text("c"))
    draft.insert_block(draft.index.messages[0], 0, image())
    assert settled(draft)["messages"] == [user(image(), text("c"))]


def test_insert_and_drop_of_a_bare_string_leave_what_was_put_in() -> None:
    for insert_first in (True, False):
        draft = draft_of(request(user("a")))
        message, held = draft.index.messages[0], block_at(draft, 0, -1)
        if insert_first:
            draft.insert_block(message, 0, image())
        draft.drop(held, "some-rule")
        if not insert_first:
            draft.insert_block(message, 0, image())
        assert settled(draft)["messages"] == [{"role": "user", "content": [image()]}]


def test_insert_into_a_message_without_content_makes_a_list() -> None:
    draft = draft_of(request(assistant(tool_use()), {"role": "user", "content": None}))
    draft.insert_block(draft.index.messages[1], 0, tool_result())
    assert settled(draft)["messages"][1] == user(tool_result())


def test_insert_beside_content_that_is_no_list_keeps_it() -> None:
    draft = draft_of(request({"role": "user", "content": text("a")}))
    draft.insert_block(draft.index.messages[0], 1, image())
    assert settled(draft)["messages"] == [user(text("a"), image())]


def test_message_is_put_in_front_of_another() -> None:
    draft = draft_of(request(user("a"), assistant("b")))
    draft.insert_message(1, user("new"))
    draft.insert_message(2, user("last"))
    assert settled(draft)["messages"] == [user("a"), user("new"), assistant("b"), user("last")]


def test_nested_block_is_dropped_alone() -> None:
    draft = draft_of(request(assistant(tool_use()), user(tool_result(content=[text("a"), image()]))))
    [nested] = draft.index.nested("image")
    draft.drop(nested, "some-rule")
    assert settled(draft)["messages"][1] == user(tool_result(content=[text("a")]))
    assert draft.dropped == {}


def test_betas_that_are_asked_for_add_up() -> None:
    draft = draft_of(request(user("a")), Target(betas=["x"]))
    draft.ask_for("b", "a")
    draft.ask_for("a")
    assert draft.betas == {"a", "b"}
