"""Random histories, damaged and kept as sessions: what is written back needs no second repair."""

from typing import Any

from hypothesis import assume, given, reject

from sendable.errors import SendableError
from sendable.render import render
from sendable.repair.repair import repair
from sendable.sources.load import load
from sendable.sources.write_back import write_back
from sendable.targets import Target
from tests.sources.sessions import Session
from tests.strategies.damage.histories import Damaged, damaged_histories
from tests.strategies.histories import History, histories

WIRE_ONLY = {
    "map_foreign_ids",
    "map_foreign_names",
    "keep_useful_breakpoints",
    "unmark_forbidden_carriers",
    "order_cache_ttls",
    "drop_waiting_tool_search",
}


def session_of(request: Any) -> Session:
    """The messages as lines; each block of a reply in a line of its own."""
    session = Session()
    for at, message in enumerate(request["messages"]):
        content = message["content"]
        if message["role"] == "user":
            session.user(content)
        elif isinstance(content, list):
            for block in content:
                session.assistant(block, reply=f"msg_{at}")
        else:
            session.assistant({"type": "text", "text": content}, reply=f"msg_{at}")
    return session


def fields_of(request: Any) -> Any:
    return {name: value for name, value in request.items() if name not in ("messages", "model")}


def is_plain(request: Any) -> bool:
    """Whether a session can hold it: no system messages, no odd roles, no further fields."""
    messages = request.get("messages")
    return isinstance(messages, list) and all(
        isinstance(one, dict)
        and one.get("role") in ("user", "assistant")
        and isinstance(one.get("content"), str | list)
        and set(one) == {"role", "content"}
        for one in messages
    )


def prepared(data: bytes, target: Target, fields: Any) -> Any:
    request = render(load(data, "claude-code"), target, fields=fields)
    return request, repair(request, target)


@given(histories())
def test_accepted_history_keeps_its_bytes(case: History) -> None:
    assume(is_plain(case.request) and not case.searching)
    data = session_of(case.request).data
    request, done = prepared(data, case.target, fields_of(case.request))
    assume(not done.changes)
    assert write_back(data, request, done) == data


@given(damaged_histories())
def test_what_is_written_back_needs_no_second_repair(case: Damaged) -> None:
    target = case.history.target
    assume(is_plain(case.request) and bool(case.request["messages"]))
    data = session_of(case.request).data
    fields = fields_of(case.request)
    try:
        request, done = prepared(data, target, fields)
        written = write_back(data, request, done, "claude-code")
    except SendableError:
        reject()
    settled = {name: done.request[name] for name in fields if name in done.request}
    assume(not done.remaining)
    _, again = prepared(written, target, settled)
    rest = [change for change in again.changes if change.by not in WIRE_ONLY and change.path.startswith("messages")]
    assert rest == []
