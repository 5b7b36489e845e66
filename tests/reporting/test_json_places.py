import json

import pytest

from sendable.reporting.json_places import line_of
from sendable.wire.build import request, text, user

BODY = request(user("a"), user(text('x "messages": ["\n'), text("{")))


@pytest.mark.parametrize(
    ("place", "holds"),
    [
        (("model",), '"model"'),
        (("messages", 0), "{"),
        (("messages", 1, "content", 1, "text"), '"text": "{"'),
        (("messages", 1, "content", 7), '"content": ['),
        (("messages", 1, "role"), '"role"'),
    ],
)
def test_line_of_a_place(place: tuple[str | int, ...], holds: str) -> None:
    data = json.dumps(BODY, indent=2)
    line = data.splitlines()[line_of(data.encode(), place) - 1]
    assert line.strip().startswith(holds)


def test_place_in_a_list_of_messages_and_in_a_batches_line() -> None:
    bare = json.dumps(BODY["messages"], indent=2)
    assert line_of(bare.encode(), ("messages", 1, "role")) == 7
    batch = json.dumps({"custom_id": "x", "params": BODY}, indent=2)
    assert line_of(batch.encode(), ("model",)) == 4


def test_compact_text_is_one_line_and_no_json_is_none() -> None:
    assert line_of(json.dumps(BODY).encode(), ("messages", 1)) == 1
    assert line_of(b"7", ("messages",)) == 0
