"""The cases of native pairing, each again from the messages that pydantic-ai would hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from sendable.prepare import prepare
from sendable.sources.load import load
from tests.sources.pydantic_ai_messages import NotHeldError, messages_of
from tests.test_cases import CASES, case_in, target_of

FOLDERS = ("server-tool-unpaired", "server-result-orphan", "drop-unpaired-native-calls", "drop-waiting-tool-search")
FILES = sorted(file for folder in FOLDERS for file in (CASES / folder).glob("*.json"))
NOT_HELD = {
    "server-tool-unpaired/code-in-an-older-turn": "the caller of a client call",
    "server-tool-unpaired/code-in-flight-with-its-container": "the caller of a client call",
    "server-tool-unpaired/message-with-a-field-that-nobody-knows-stays": "a field of a message",
}


def turns(messages: list[Any]) -> list[tuple[str, list[Any]]]:
    """The blocks by turn, without what pydantic-ai says in another form: bare strings, a flag that is off, a ttl."""
    held: list[tuple[str, list[Any]]] = []
    for message in json.loads(json.dumps(messages)):
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if not held or held[-1][0] != message["role"]:
            held.append((message["role"], []))
        held[-1][1].extend(map(_plain, blocks))
    return held


def _plain(block: dict[str, Any]) -> dict[str, Any]:
    mark = block.get("cache_control")
    if mark is not None:
        block["cache_control"] = {"ttl": "5m", **mark}
    kept = {name: value for name, value in block.items() if not (name == "is_error" and value is False)}
    if isinstance(kept.get("content"), list):
        kept["content"] = [{name: item for name, item in one.items() if item is not None} for one in kept["content"]]
    return kept


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_case_ends_the_same_from_its_history(file: Path) -> None:
    case = case_in(file)
    request = case["request"]
    reason = NOT_HELD.get(f"{file.parent.name}/{file.stem}")
    if reason is not None:
        with pytest.raises(NotHeldError, match=reason):
            messages_of(request)
        return
    history = messages_of(request)
    assert load(history).lost == []
    fields = {name: value for name, value in request.items() if name != "messages"}
    done = prepare(history, target_of(case), fields=fields, **case.get("options", {}))
    expected = case.get("repaired", request)
    assert turns(done.request["messages"]) == turns(expected["messages"])
    cut = len(history) > len(request["messages"])
    changes = [one for one in done.changes if not (cut and one.what == "removed the message that this left empty")]
    assert [_told(one.as_json()) for one in changes] == [_told(one) for one in case.get("changes", [])]


def _told(change: dict[str, Any]) -> list[Any]:
    return [change[name] for name in ("pass", "rule", "loss")]
