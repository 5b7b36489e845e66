import json
from pathlib import Path

import pytest

from sendable import UnreadableError, UsageError
from sendable.conversation import Conversation, Message, Text
from sendable.sources.load import FORMATS, format_of, load
from sendable.wire.build import request, user


def test_a_conversation_comes_back_as_it_is() -> None:
    held = Conversation(messages=[Message(role="user", parts=[Text(text="Hi")])])
    assert load(held) is held


def test_every_format_is_a_module_with_both_functions() -> None:
    import importlib

    for name in FORMATS.values():
        module = importlib.import_module(name)
        assert callable(module.detect)
        assert callable(module.load)


def test_unknown_formats_are_refused_by_name() -> None:
    with pytest.raises(UsageError, match="claude-code"):
        load(request(user("Hi")), "gpt")


@pytest.mark.parametrize("data", [{"a": 1}, [1, 2], b"[]x", "plain text", 7, None, b"", b"\xff\xfe\x00"])
def test_what_no_format_knows_is_unreadable(data: object) -> None:
    with pytest.raises(UnreadableError):
        load(data)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text(json.dumps(request(user("Hi"))), encoding="utf-8")
    assert format_of(path) == "anthropic"
    assert load(path).messages[0].parts == [Text(text="Hi")]


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="cannot read"):
        load(tmp_path / "nothing.json")
