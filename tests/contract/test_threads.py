import pytest
from hypothesis import given

from sendable import Target, check, repair
from sendable.contract.threads import continues, continues_thread, goes_on_in
from sendable.wire.build import assistant, request, user
from sendable.wire.index import Index
from tests.strategies.histories import History, histories

BETA = "message-threads-2026-08-12"
CONTINUE = {"type": "continue", "previous_message_id": "msg_1"}


@pytest.mark.parametrize(
    ("thread", "goes_on"),
    [(CONTINUE, True), ({"type": "create"}, False), (None, False), ("continue", False), ({}, False), ([], False)],
)
def test_a_thread_that_goes_on_says_so(thread: object, goes_on: bool) -> None:
    body = request(user("Hi"), thread=thread)
    assert continues(body) is goes_on
    assert continues_thread(Index(body)) is goes_on


def test_only_an_assistant_at_the_start_may_go_on_in_what_is_held() -> None:
    index = Index(request(assistant("… and so"), user("Hi"), assistant("Yes."), thread=CONTINUE))
    assert [goes_on_in(index, turn) for turn in index.turns] == [True, False, False]
    assert not goes_on_in(index, Index(request(user("Hi"), thread=CONTINUE)).turns[0])
    whole = Index(request(assistant("… and so"), user("Hi")))
    assert not goes_on_in(whole, whole.turns[0])


@given(histories())
def test_whatever_is_accepted_whole_is_accepted_as_a_continuation(history: History) -> None:
    """Cut behind any answer, with its tools and its system prompt on the server; nothing is repaired either."""
    request, target = history.request, history.target
    if history.searching or "cache_control" in request or target.platform != "api":
        return
    target = Target(model=target.model, betas=None if target.betas is None else {*target.betas, BETA})
    fields = {name: value for name, value in request.items() if name not in ("system", "tools")}
    said = request["messages"]
    for at, message in enumerate(said, 1):
        if message["role"] == "assistant":
            later = {**fields, "messages": said[at:], "thread": CONTINUE}
            assert check(later, target) == []
            assert repair(later, target).request is later
