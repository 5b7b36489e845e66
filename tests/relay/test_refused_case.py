import json
from typing import Any

from sendable import Target
from sendable.relay import Refused
from sendable.relay.refused_case import case_of
from sendable.wire.build import assistant, request, tool, tool_use, user
from tests.relay.talk import BOUND, MODEL, in_thought

Json = dict[str, Any]

TOKEN = {"type": "url", "url": "https://a.test", "name": "docs", "authorization_token": "tok-Zecret"}


def refused(body: Json, message: str, rule: str, **fields: Any) -> Refused:
    return Refused(body, Target(**fields), 400, message, rule, False)


def test_it_says_what_sendable_makes_of_it() -> None:
    case = case_of(refused(in_thought("b", "d"), BOUND, "thinking-bound", betas=[]))
    assert [*case] == ["why", "target", "request", "refusal", "verdict", "changes", "repaired"]
    assert (case["verdict"], case["refusal"], case["target"]) == ([], BOUND, {"betas": []})
    assert {change["rule"] for change in case["changes"]} == {"thinking-bound"}


def test_what_a_known_message_quotes_is_what_the_request_holds() -> None:
    body = request(user("Hi"), assistant(tool_use("toolu_Zecret")), user("And?"), model=MODEL, tools=[tool()])
    message = (
        "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_Zecret. Each "
        "`tool_use` block must have a corresponding `tool_result` block in the next message."
    )
    case = case_of(refused(body, message, "tool-use-without-result"))
    assert case["request"]["messages"][1]["content"][0]["id"] in case["refusal"]
    assert "Zecret" not in json.dumps(case)
    assert [one["rule"] for one in case["verdict"]] == ["tool-use-without-result"]
    assert "as before" not in case["why"]


def test_what_an_unknown_message_quotes_goes() -> None:
    body = request(user("Zecret plans of ours"), model="acme-claude-opus-5-5-Zecret", max_tokens=5)
    case = case_of(
        refused(body, "Blocked: 'Zecret plans'", "refused", model="acme-claude-opus-5-5-Zecret", betas=["x"])
    )
    assert "ecret" not in json.dumps(case)
    assert case["target"] == {"model": "claude-opus-5-5", "betas": []}
    assert case["remaining"] == ["refused"]


def test_with_content_keys_go_all_the_same() -> None:
    body = request(user("Zecret plans"), model=MODEL, mcp_servers=[TOKEN])
    case = case_of(
        refused(body, "Something new.", "refused", platform="foundry", enforces_prefix=False), keep_content=True
    )
    assert case["request"]["messages"] == body["messages"]
    assert case["target"] == {"platform": "foundry", "enforces_prefix": False}
    assert "tok-Zecret" not in json.dumps(case)
