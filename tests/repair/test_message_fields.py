from typing import Any

import pytest

from sendable.repair.change import Loss
from sendable.repair.message_fields import fields_beside, remove_empty, unknown_fields
from sendable.repair.options import Options
from sendable.wire.blocks import Message
from sendable.wire.build import request, text, user
from sendable.wire.index import Index
from tests.repair.drafts import draft_of, settled

CALLS = [{"id": "call_1"}]


def message(**fields: Any) -> Message:
    return Index(request({"role": "assistant", "content": [], **fields})).messages[0]


def test_empty_values_and_notes_of_an_answer_are_nothing() -> None:
    assert fields_beside(message(tool_calls=[], refusal=None, name="", stop_reason="end_turn", usage={"a": 1})) == []
    assert fields_beside(message(tool_calls=CALLS, afterthought=False)) == ["tool_calls", "afterthought"]


def test_fields_of_other_apis_and_of_the_sdk_are_known() -> None:
    assert unknown_fields(message(tool_calls=CALLS, text="a", afterthought="b")) == ["afterthought"]


@pytest.mark.parametrize(
    ("fields", "loss", "what"),
    [
        ({}, "keeps", "removed the empty message"),
        ({"content": [text(" ")]}, "drops", "removed the message, in which nothing can be seen"),
        ({"tool_calls": CALLS, "name": "a"}, "drops", "removed the empty message, and with it `tool_calls`, `name`"),
    ],
)
def test_what_goes_with_a_message_is_named(fields: dict[str, Any], loss: str, what: str) -> None:
    draft = draft_of(request(user("a"), {"role": "assistant", "content": [], **fields}, user("b")))
    assert remove_empty(draft, draft.index.messages[1], "some-rule")
    assert [(str(change.loss), change.what) for change in draft.changes] == [(loss, what)]
    assert settled(draft)["messages"] == [user("a"), user("b")]


def test_a_field_that_nobody_knows_keeps_the_message() -> None:
    draft = draft_of(request(user("a"), {"role": "assistant", "content": [], "afterthought": 1}, user("b")))
    assert not remove_empty(draft, draft.index.messages[1], "some-rule")
    assert draft.changes == []


def test_fields_that_may_not_be_dropped_keep_the_message() -> None:
    held = request(user("a"), {"role": "assistant", "content": [], "tool_calls": CALLS}, user("b"))
    draft = draft_of(held, options=Options(Loss.DEMOTES))
    assert not remove_empty(draft, draft.index.messages[1], "some-rule")
