import json

import pytest

from sendable.contract.catalog import laws
from tests.cli.running import answers, program, run

MESSAGE = (
    "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_9. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message."
)


def test_rule_is_told_with_its_repair_as_a_diff() -> None:
    told = run("explain", "server-tool-unpaired").stdout
    for part in ("The API says", "Evidence", "A request that breaks it", "The repair  drop_unpaired_native_calls"):
        assert part in told
    assert "  --- request.json" in told


@pytest.mark.parametrize("rule", sorted(laws()))
def test_every_rule_can_be_told(rule: str) -> None:
    assert run("explain", rule).exit_code == 0
    assert answers(run("explain", "--format", "json", rule))[0]["rule"] == rule


def test_json_reads_path_and_ids_from_an_error_body() -> None:
    body = json.dumps({"type": "error", "error": {"type": "invalid_request_error", "message": MESSAGE}})
    (told,) = answers(run("explain", "--format", "json", body))
    assert told["rule"] == "tool-use-without-result"
    assert told["found"]["read"] == {"path": "messages.2", "turn": "2", "ids": "toolu_9"} | told["found"]["read"]


def test_words_need_no_quotes_and_a_text_may_be_piped() -> None:
    assert "tool-use-without-result" in run("explain", *MESSAGE.split()).stdout
    assert "tool-use-without-result" in run("explain", "-", given=MESSAGE.encode()).stdout


@pytest.mark.parametrize("text", ["tool-use-withot-result", "the roof is on fire", "", "{", '{"error": 3}'])
def test_unknown_rule_or_text_exits_2_with_a_hint(text: str) -> None:
    done = program("explain", text)
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_hint_names_the_closest_rule() -> None:
    assert "tool-use-without-result" in run("explain", "tool_use_withot_result").stderr
