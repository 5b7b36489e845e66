import json

import pytest

from sendable.conversation import Conversation, Message, Text, dumps
from sendable.errors import UnreadableError
from sendable.sources.load import format_of, load

HELD = Conversation(messages=[Message(role="user", parts=[Text(text="hi \ud83d")], bare=True)])


def test_stored_conversation_is_found_out_and_read() -> None:
    assert format_of(dumps(HELD)) == "sendable"
    assert load(dumps(HELD)) == load(json.loads(dumps(HELD))) == HELD


def test_conversation_itself_comes_back_as_it_is() -> None:
    assert load(HELD) is HELD


@pytest.mark.parametrize("value", [{"sendable_conversation": 1}, {"sendable_conversation": 9, "messages": []}, [], 3])
def test_other_values_are_unreadable(value: object) -> None:
    with pytest.raises(UnreadableError):
        load(value, "sendable")
