"""Claude Code through the gateway: unchanged where nothing is wrong, and on with a session that was damaged."""

from collections.abc import Iterator

import pytest

from tests.clients.claude_code import conversation
from tests.clients.claude_code.damages import DAMAGES
from tests.clients.claude_code.passage import lasting
from tests.clients.claude_code.program import MISSING, PROGRAM, VERSION
from tests.clients.claude_code.trial import Resumed, Trial, trial
from tests.clients.conftest import Tells

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason=MISSING)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trial]:
    with trial(tmp_path_factory.mktemp("claude-code")) as running:
        yield running


def test_a_conversation_of_several_calls_passes_unchanged(held: Trial, tells: Tells) -> None:
    assert held.answer == (conversation.ANSWER, False)
    assert (held.home.project / "c.txt").read_text() == "delta\n"
    assert len(held.sent) == len(held.held) >= 8
    assert {report["sendable"]["verdict"] for report in held.reports[: len(held.sent)]} == {"accepted"}
    for sent, got in zip(held.sent, held.held, strict=True):
        assert got.refused == ""
        assert got.call.body == sent.body
        assert lasting(got.call.headers) == sent.headers
        assert sent.target == "/v1/messages?beta=true"
    last = held.held[-1].call.body
    assert last.count(b'"type":"tool_result"') == last.count(b'"type":"tool_use"') == conversation.CALLS
    calls = f"a conversation of {conversation.CALLS} calls, some of them parallel, with thinking"
    through = f"answered, through the gateway: {len(held.sent)} requests, each byte for byte as it was sent"
    tells("@anthropic-ai/claude-code", calls, "answered", through, version=VERSION)


def test_a_sound_session_goes_on_unchanged(held: Trial) -> None:
    resumed = held.resumed("sound", through=True)
    assert resumed.answer == (conversation.NEXT_ANSWER, False)
    assert [report["sendable"]["verdict"] for report in resumed.reports] == ["accepted"]
    assert [one.call.body for one in resumed.got] == [held.passage.sent[-1].body]


BINDING = "The block is bound to a different conversation"
# What Claude Code does not get over, with the words of the refusal.
GIVEN_UP = {
    "an id of another provider": "messages.2.content.2.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    "arguments stored as text": "messages.2.content.2.tool_use.input: Input should be a valid dictionary",
    "a result with a picture, flagged as an error": (
        "messages.7.content.0.tool_result: content cannot be empty if `is_error` is true"
    ),
}


def went_on(resumed: Resumed) -> None:
    """The gateway repaired it, and nothing that it sent was refused."""
    assert resumed.answer == (conversation.NEXT_ANSWER, False)
    assert [one.refused for one in resumed.got] == [""]
    assert [report["sendable"]["verdict"] for report in resumed.reports] == ["repaired"]


@pytest.mark.parametrize("name", GIVEN_UP)
def test_a_damaged_session_is_lost_alone_and_goes_on_through_the_gateway(name: str, held: Trial, tells: Tells) -> None:
    assert name in DAMAGES
    alone = held.resumed(name, through=False)
    assert alone.answer == (f"API Error: 400 {GIVEN_UP[name]}", True)
    through = held.resumed(name, through=True)
    went_on(through)
    if name == "arguments stored as text":  # made what they were, as the ledger of the gateway knows
        [report] = through.reports
        assert [change["pass"] for change in report["sendable"]["changes"]] == ["parse_json_input"]
        assert report["sendable"]["cost"]["thinking"] == {"kept": 3, "lost": 0}
    scenario = f"`--continue` of a damaged session: {name}"
    tells("@anthropic-ai/claude-code", scenario, GIVEN_UP[name], "answered, through the gateway", version=VERSION)


def test_an_unanswered_call_costs_a_refusal_and_all_thinking_alone_and_little_through_the_gateway(
    held: Trial, tells: Tells
) -> None:
    """Claude Code takes the call out by itself; thinking behind it is then bound to what is no longer there."""
    name = "a call whose result was lost"
    alone = held.resumed(name, through=False)
    assert alone.answer == (conversation.NEXT_ANSWER, False)
    assert [BINDING in one.refused for one in alone.got] == [True, False]
    assert [one.thinking for one in alone.got] == [3, 0]
    through = held.resumed(name, through=True)
    went_on(through)
    assert [report["sendable"]["cost"]["thinking"] for report in through.reports] == [{"kept": 1, "lost": 2}]
    refused = "refused once (bound to a different conversation); then it drops all of its thinking and is answered"
    kept = "answered at once, through the gateway; the thinking before the call is kept"
    tells("@anthropic-ai/claude-code", f"`--continue` of a damaged session: {name}", refused, kept, version=VERSION)
