import json

import pytest

from sendable.contract.catalog import catalog
from sendable.contract.check import check
from sendable.contract.explain import explain
from sendable.contract.rule import Rule
from sendable.errors import UsageError

MESSAGE = (
    "messages.0.content.1: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01. Each `tool_result` block "
    "must have a corresponding `tool_use` block in the previous message."
)
BODY = json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": MESSAGE}, "request_id": "r"})


@pytest.mark.parametrize("name", ["tool-result-orphan", "tool_result_orphan", " Tool-Result-Orphan\n"])
def test_rule_is_found_by_its_id(name: str) -> None:
    assert explain(name).rule.id == "tool-result-orphan"


@pytest.mark.parametrize(
    "text",
    [
        MESSAGE,
        BODY,
        json.dumps(BODY),
        f'"{MESSAGE}"',
        f"2026-11-30 ERROR Error code: 400 - {BODY}",
        f"BadRequestError: Error code: 400 - {json.loads(BODY)!r}",
        f"failed: {MESSAGE} (retrying)",
    ],
)
def test_rule_is_found_by_the_text_of_an_error(text: str) -> None:
    told = explain(text)
    assert told.rule.id == "tool-result-orphan"
    assert told.read["path"] == "messages.0.content.1"
    assert "toolu_01" in told.read.values()


@pytest.mark.parametrize("rule", catalog().values(), ids=lambda rule: rule.id)
def test_message_of_every_rule_leads_to_a_rule(rule: Rule) -> None:
    message = next(f.message for f in check(rule.breaks.request, rule.breaks.target) if f.rule == rule.id)
    told = explain(message)
    assert rule in (told.rule, *told.others)


BOUND = (
    "messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. "
    'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'
)
HEADER = " That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header."
MODIFIED = (
    "messages.1.content.0: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be "
    "modified. These blocks must remain as they were in the original response."
)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("thinking-bound", "thinking-bound"),
        ("thinking_modified", "thinking-modified"),
        (BOUND, "thinking-bound"),
        (BOUND + HEADER, "thinking-bound"),
        (f"{BOUND}{HEADER} The `system` prompt differs from the one this block was created with.", "thinking-bound"),
        (f"The model returned the following errors: {BOUND}", "thinking-bound"),
        (json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": BOUND}}), "thinking-bound"),
        (MODIFIED, "thinking-modified"),
        (MODIFIED.partition(": ")[2], "thinking-modified"),
        ("messages.1.content.0: Invalid `signature` in `thinking` block", "thinking-signature-invalid"),
    ],
)
def test_what_no_request_shows_is_told_too_and_the_more_specific_text_wins(text: str, rule: str) -> None:
    told = explain(text)
    assert told.rule.id == rule
    assert told.read.get("path", "messages.1.content.0") == "messages.1.content.0"


@pytest.mark.parametrize("text", ["", "x", "tool-result-orphn", "the roof is on fire", "{}", "[]", '{"error": []}'])
def test_what_no_rule_says_is_a_usage_error(text: str) -> None:
    with pytest.raises(UsageError):
        explain(text)


def test_hint_names_the_nearest_rules() -> None:
    with pytest.raises(UsageError, match="tool-result-orphan"):
        explain("tool-result-orphn")
    with pytest.raises(UsageError, match="tool-result-orphan"):
        explain(
            "unexpected tool_use_id in tool_result blocks, each needs a corresponding tool_use in the previous message"
        )
