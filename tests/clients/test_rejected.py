"""The error for what is held back."""

import pickle
from typing import Any

import anthropic
import pytest

import sendable
from sendable import SendableError, check
from sendable.clients.rejected import RejectedError
from sendable.relay import Report
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, request, tool_use, user
from tests.emulator.calling import KEY

LOST = request(user("Find it."), assistant(tool_use("a"), tool_use("b")), user("Never mind."))
(ONE,) = check(LOST)
FINDINGS = [ONE, ONE, ONE]


def report(**fields: Any) -> Report:
    return Report(verdict="rejected", mode="repair", **fields)


def test_it_says_what_where_and_what_to_do() -> None:
    error = RejectedError(report(remaining=FINDINGS))
    first = FINDINGS[0]
    assert isinstance(error, SendableError)
    assert error.findings == FINDINGS
    assert str(error) == (
        f"Not sent, since the API would refuse it with status 400: {first.message} (rule tool-use-without-result, "
        f"at {first.path}, and 2 more). It has no repair within the options that were given. "
        f"`sendable explain {first.rule}` tells why."
    )
    signed = RejectedError(report(remaining=FINDINGS[:1], notes=["signed"]))
    assert "It is signed, and so was not changed here" in str(signed)
    assert "and 0 more" not in str(signed)


def test_a_fault_of_the_whole_request_has_no_place() -> None:
    whole = check(request(model="claude-opus-4-8"))[:1]
    assert whole[0].path in ("", "messages")
    assert f"at {whole[0].path or 'the request'}" in str(RejectedError(report(remaining=whole)))


def test_it_survives_being_pickled() -> None:
    error = RejectedError(report(remaining=FINDINGS))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.report) == (str(error), error.report)


class Failing(sendable.Ledger):
    """A ledger with a fault of its own."""

    def state_of(self, request: object) -> Any:
        raise ZeroDivisionError(f"with what was said: {request}")


def test_a_failure_of_sendable_holds_back_where_that_is_asked_for(messages_api: MessagesApi) -> None:
    asked: Any = {"model": "claude-opus-4-8", "max_tokens": 9, "messages": [user("Hi")]}
    with anthropic.Anthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
        closed = client.with_options(middleware=[sendable.Middleware(fail_closed=True, ledger=Failing())])
        with pytest.raises(RejectedError, match="sendable failed on this request") as refused:
            closed.messages.create(**asked)
        assert "ZeroDivisionError" in str(refused.value)
        assert "what was said" not in str(refused.value)
        assert refused.value.findings == []
        assert client.with_options(middleware=[sendable.Middleware(ledger=Failing())]).messages.create(**asked).content
    assert len(messages_api.requests) == 1
