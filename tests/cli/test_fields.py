import json
from pathlib import Path
from typing import Any

import pytest

from sendable.cli.fields import joined, load_fields, parted
from sendable.errors import UsageError
from sendable.targets import Target
from sendable.wire.build import assistant, user
from sendable.wire.read import read

MESSAGES = [user("a"), assistant("b"), user("c")]
FIELDS: dict[str, Any] = {"model": "claude-sonnet-4-5", "tools": [], "thinking": {"type": "enabled"}}


def test_whole_request_gives_its_fields_without_messages(tmp_path: Path) -> None:
    (tmp_path / "f.json").write_text(json.dumps({**FIELDS, "messages": MESSAGES}))
    assert load_fields(str(tmp_path / "f.json")) == FIELDS
    assert load_fields(None) is None


def test_file_that_holds_no_fields_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        load_fields(str(tmp_path / "none.json"))


def test_list_of_messages_becomes_a_whole_request() -> None:
    held = joined(read(MESSAGES), Target(), FIELDS)
    assert held.source.shape == "body"
    assert held.source.request == {"max_tokens": 4096, **FIELDS, "messages": MESSAGES}
    assert held.source.request["messages"] is MESSAGES


def test_cloud_platforms_get_their_version_and_no_model() -> None:
    for platform, version in (("bedrock", "bedrock-2023-05-31"), ("vertex", "vertex-2023-10-16")):
        held = joined(read(MESSAGES), Target(platform), FIELDS)
        assert held.source.request["anthropic_version"] == version
        assert "model" not in held.source.request
        assert held.target.model == "claude-sonnet-4-5"


def test_fields_of_the_request_come_first() -> None:
    held = joined(read({"messages": MESSAGES, "model": "mine"}), Target(), FIELDS)
    assert held.source.request["model"] == "mine"
    assert "model" not in held.fields


def test_without_fields_the_input_is_the_same_object() -> None:
    source = read(MESSAGES)
    assert joined(source, Target(), None).source is source


def test_unchanged_fields_are_taken_off() -> None:
    held = joined(read(MESSAGES), Target(), FIELDS)
    repaired = {**held.source.request, "messages": MESSAGES[:1]}
    assert parted(held, repaired) == (MESSAGES[:1], {})


def test_changed_field_is_handed_out_beside_a_list_of_messages() -> None:
    held = joined(read(MESSAGES), Target(), FIELDS)
    off = {"thinking": {"type": "disabled"}}
    assert parted(held, {**held.source.request, **off}) == (MESSAGES, off)


def test_changed_field_stays_in_a_body_and_in_a_batches_line() -> None:
    body = {"messages": MESSAGES}
    off = {"thinking": {"type": "disabled"}}
    held = joined(read(body), Target(), FIELDS)
    assert parted(held, {**held.source.request, **off}) == ({**body, **off}, {})
    held = joined(read({"custom_id": "x", "params": body}), Target(), FIELDS)
    repaired = {"custom_id": "x", "params": {**held.source.request, **off}}
    assert parted(held, repaired) == ({"custom_id": "x", "params": {**body, **off}}, {})


def test_unchanged_request_is_the_identical_input() -> None:
    held = joined(read(MESSAGES), Target(), FIELDS)
    assert parted(held, held.source.whole) == (MESSAGES, {})
    assert parted(held, held.source.whole)[0] is MESSAGES
