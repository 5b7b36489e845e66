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
