"""What the API answered, acted on when the request is repaired once more."""

from typing import Any

import pytest

from sendable import Target, check, repair
from sendable.repair.told import UNKNOWN, told_by
from sendable.wire.index import Index

Json = dict[str, Any]

MODIFIED = "thinking-modified"
API = Target(model="claude-opus-5-5", betas=[])
OLD = Target(model="claude-sonnet-4-5", betas=[])
BOUND = (
    "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
)
CHANGED = (
    "messages.3.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
    "modified. These blocks must remain as they were in the original response."
)
INVALID = "messages.3.content.0: Invalid `signature` in `thinking` block"


def thought(name: str) -> Json:
    return {"type": "thinking", "thinking": "", "signature": f"EqQBCgIYAhIM0000000{name}"}


def said(name: str) -> Json:
    return {"role": "assistant", "content": [thought(name), {"type": "text", "text": name}]}


def asked(text: str) -> Json:
    return {"role": "user", "content": text}


def request(**fields: Any) -> Json:
    messages = [asked("a"), said("b"), asked("c"), said("d"), asked("e")]
    return {"model": "claude-opus-5-5", "max_tokens": 2048, "messages": messages, **fields}


def thinking_left(body: Json) -> list[str]:
    blocks = [block for message in body["messages"] for block in message["content"] if isinstance(block, dict)]
    return [block["signature"][-1] for block in blocks if block["type"] == "thinking"]


@pytest.mark.parametrize(
    ("message", "rule", "path"),
    [
        (BOUND, "thinking-bound", "messages.1.content.0"),
        (CHANGED, MODIFIED, "messages.3.content.0"),
        (INVALID, "thinking-signature-invalid", "messages.3.content.0"),
        ("messages: Field required", "field-types", ""),
        ("messages.9.content.0: Invalid `signature` in `thinking` block", "thinking-signature-invalid", ""),
        ("Something new.", UNKNOWN, ""),
    ],
)
def test_a_refusal_names_rule_and_place(message: str, rule: str, path: str) -> None:
    told = told_by(message, Index(request()))
    assert (told.rule, told.path, told.message) == (rule, path, message)


def test_an_unforeseen_edit_asks_the_server_to_drop_what_fails() -> None:
    body = request(thinking={"type": "adaptive"})
    done = repair(body, API, add_betas=True, told=told_by(BOUND, Index(body)))
    assert done.request["thinking"]["block_binding"] == {"prefix_mismatch_behavior": "drop_block"}
    assert done.betas == ["thinking-binding-controls-2026-08-01"]
    assert done.accepted
    assert thinking_left(done.request) == ["b", "d"]


def test_without_the_beta_thinking_goes_from_the_named_block_on() -> None:
    body = request(thinking={"type": "adaptive"})
    done = repair(body, API, told=told_by(BOUND.replace("messages.1", "messages.3"), Index(body)))
    assert thinking_left(done.request) == ["b"]
    assert [change.path for change in done.changes] == ["messages.3.content.0"]
    assert done.accepted


def test_a_modified_turn_loses_its_thinking() -> None:
    body = {**request(), "model": "claude-sonnet-4-5"}
    done = repair(body, OLD, told=told_by(CHANGED, Index(body)))
    assert thinking_left(done.request) == ["b"]


def test_what_no_pass_acts_on_remains() -> None:
    body = request()
    done = repair(body, API, told=told_by("Something new.", Index(body)))
    assert done.request is body
    assert [finding.rule for finding in done.remaining] == [UNKNOWN]
    assert not done.accepted


def test_nothing_may_be_dropped() -> None:
    body = request()
    done = repair(body, API, max_loss="keeps", told=told_by(BOUND, Index(body)))
    assert done.request is body
    assert [finding.rule for finding in done.remaining] == ["thinking-bound"]


def test_the_place_is_found_again_behind_other_repairs() -> None:
    """An orphan result in front goes, and its message with it: everything moves up."""
    orphan = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_gone", "content": "x"}]}
    body = request()
    body["messages"] = [orphan, asked("a"), *body["messages"][1:]]
    assert check(body, API)
    done = repair(body, API, told=told_by(INVALID.replace("messages.3", "messages.4"), Index(body)))
    assert "d" not in thinking_left(done.request)
    assert done.accepted


@pytest.mark.parametrize(
    "message",
    [
        "`temperature` is deprecated for this model.",
        "This model does not support the effort parameter.",
        "inference_geo is not supported for this model",
    ],
)
def test_what_the_api_tells_of_no_place_is_left_to_it(message: str) -> None:
    """Passes go by the place, which such a message does not name."""
    body = {"model": "claude-opus-5-5", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
    done = repair(body, API, told=message)
    assert done.request is body
    assert [finding.message for finding in done.remaining] == [message]
