import re
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sendable import Target
from sendable.contract.catalog import laws
from sendable.contract.explain import explain
from sendable.relay import Refused
from sendable.relay.refused_case import case_of
from sendable.relay.scrub.vocabulary import only_known, vocabulary
from sendable.wire.build import assistant, request, tool, tool_use, user

Json = dict[str, Any]

SAID = "My password is hunter2-Passw0rd-of-Alice and my name is Alice Liddell, born 1852-05-04 in Westminster."
TOKEN = "tok_LIVE_9f8e7d6c5b4a39281706"
KEY = "sk-ant-api03-SECRETKEYVALUE"
ARN = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/acmeprofile"
BODY = request(
    user(SAID),
    model=ARN,
    mcp_servers=[
        {"type": "url", "url": "https://MCP.Internal.AcmeCorp.example/v1", "name": "acme", "authorization_token": TOKEN}
    ],
)


def nothing(_: str) -> None:
    """No name is known."""


def left_of(message: str, body: Json = BODY, rule: str = "refused") -> str:
    kept: str = case_of(Refused(body, Target(), 400, message, rule, False))["refusal"]
    return kept


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("messages.0.content: text is not allowed: My password is hunter2-Pass...", "messages.0.content: text is not"),
        ("could not connect to mcp.internal.acmecorp.example", "could not connect to *"),
        ("Authentication to MCP server failed (token tok_LIVE_9f8e...)", "Authentication to MCP server failed (token "),
        (f"messages.0: '{SAID[:40]}' (truncated)", "messages.0: '*' ("),
        ("found ALICE LIDDELL", "found *"),
        ("unsupported: born%201852", "unsupported: *"),
        (f"Model {ARN}", "Model "),
        (f"key {KEY} is not allowed here", "key * is not allowed "),
        ("org acme-corp-77 (org_id 5f2c1b7a-aaaa-bbbb-cccc-0123456789ab) has no access", ""),
        ("“Alice” was born on 1852-05-04.", "'*' was * on *."),
    ],
)
def test_what_a_message_of_no_known_wording_quotes_goes(message: str, left: str) -> None:
    made = left_of(message)
    assert made.startswith(left), made
    for secret in ("hunter2", "LIVE", "9f8e", "acme", "alice", "liddell", "1852", "SECRETKEY", "123456789012", "5f2c"):
        assert secret.lower() not in made.lower()


@pytest.mark.parametrize(
    "message",
    [
        "messages.3.content.0.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or "
        "'image/webp'",
        "Your credit balance is too low to access the Anthropic API.",
        "The requested region is not available for this model: upgrade, then retry in a few minutes.",
        "tools.0.input_schema: JSON schema is invalid. It must match JSON Schema",
    ],
)
def test_what_the_api_says_stays(message: str) -> None:
    assert only_known(message, nothing) == message


def edits(secret: str) -> list[str]:
    """What upstreams make of what they quote."""
    half = len(secret) // 2
    return [secret, secret[:half] + "...", secret[half:], secret.upper(), secret.title(), quote(secret), repr(secret)]


SECRETS = st.text("abcdefghkmnprstvwxyzABCD0123456789-_. /é", min_size=6, max_size=40)
FRAMES = ["Blocked: {}", "found {} in `tools`", "messages.0: '{}' (truncated)", "key={}; not allowed", "x.{}.y: no"]
UNLIKE = re.compile(r"[^\W_]{3,}")


def own_words(secret: str) -> set[str]:
    """Runs of letters and digits that no vocabulary holds, nor a part of what it holds."""
    allowed = " ".join((*vocabulary(), *FRAMES))
    return {word.lower() for word in UNLIKE.findall(secret) if word.lower() not in allowed.lower()}


@given(SECRETS, st.sampled_from(FRAMES), st.integers(0, 6), st.booleans())
def test_no_quote_is_left_however_it_is_written(secret: str, frame: str, which: int, is_said: bool) -> None:
    words = {part for word in own_words(secret) for part in edits(word)[:1]}
    assume(words)
    body = request(user(secret if is_said else "Hi"), model="claude-opus-4-8")
    made = left_of(frame.format(edits(secret)[which]), body).lower()
    assert not {word for word in words if word in made}


PLACES = {"loc": "messages.0.Zecret4711qx", "at": "2", "i": "2", "n": "1", "turn": "2", "message": "2"}
QUOTING = [
    (rule.id, template)
    for rule in laws().values()
    for template in rule.templates
    if re.search(r"\{\w+\}", template) and "{{" not in template
]


@pytest.mark.parametrize(("rule", "template"), QUOTING)
def test_in_a_known_wording_the_places_alone_are_looked_at(rule: str, template: str) -> None:
    """And its rule is known again by what is left."""
    message = re.sub(r"\{(\w+)\}", lambda place: PLACES.get(place[1], "Zecret4711qx"), template)
    told = explain(message).rule.id
    made = left_of(message, rule=told)
    assert "ecret" not in made
    assert "4711" not in made
    assert explain(made).rule.id == told
    assert PLACES.keys().isdisjoint(re.findall(r"\{(\w+)\}", template)) or re.search(r"\.?\d|messages\.0", made), rule


def test_a_known_wording_keeps_its_place_and_the_names_of_the_case() -> None:
    body = request(user("Hi"), assistant(tool_use("toolu_Zecret")), user("And?"), tools=[tool()])
    message = (
        "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_Zecret. Each "
        "`tool_use` block must have a corresponding `tool_result` block in the next message."
    )
    made = left_of(f"upstream acme77: {message}", body, "tool-use-without-result")
    assert made.startswith("upstream *: messages.2: `tool_use` ids were found without")
    assert made.endswith(message.partition("toolu_Zecret")[2])
    assert "Zecret" not in made


def test_where_sendable_fails_on_a_case_the_case_is_kept() -> None:
    case = case_of(
        Refused(BODY, Target(), 400, "effort is odd. This model does not support the effort parameter.", "", False)
    )
    assert case["refusal"].endswith("This model does not support the effort parameter.")
