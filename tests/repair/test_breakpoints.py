from typing import Any

import pytest

from sendable.repair.breakpoints import is_breakpoint, longer
from sendable.repair.repair import repair
from sendable.targets import Target
from sendable.wire.build import assistant, cached, native_call, request, text, thinking, user
from sendable.wire.index import Index

SHORT = {"type": "ephemeral"}
HOUR = {"type": "ephemeral", "ttl": "1h"}


@pytest.mark.parametrize(
    ("mark", "held", "wins"),
    [(SHORT, None, SHORT), (HOUR, SHORT, HOUR), (SHORT, HOUR, HOUR), (SHORT, SHORT, SHORT), (HOUR, "odd", HOUR)],
)
def test_the_longer_ttl_wins(mark: Any, held: Any, wins: Any) -> None:
    assert longer(mark, held) == wins


def test_the_one_that_is_there_wins_a_tie() -> None:
    held = dict(HOUR)
    assert longer(HOUR, held) is held


@pytest.mark.parametrize("mark", [None, True, "ephemeral", {}, {"type": "persistent"}])
def test_what_is_malformed_is_no_breakpoint(mark: Any) -> None:
    assert not is_breakpoint(mark)


def test_a_thousand_dropped_breakpoints_meet_on_one_block() -> None:
    calls = [cached(native_call(call=f"srvtoolu_{n}"), "1h" if n == 500 else None) for n in range(1000)]
    repaired = repair(request(user(text("Find them.")), assistant(*calls), user("And?")))
    assert repaired.request["messages"][0]["content"] == [cached(text("Find them."), "1h")]
    assert len(Index(repaired.request).marks) == 1


def test_breakpoints_of_many_turns_stay_near_their_turns() -> None:
    turns = [
        m for n in range(3) for m in (user(text(f"Ask {n}.")), assistant(cached(native_call(call=f"srvtoolu_{n}"))))
    ]
    repaired = repair(request(*turns, user("And?")))
    assert [block.message for block in Index(repaired.request).marks] == [0, 1, 2]


def test_a_system_message_takes_no_breakpoint() -> None:
    messages = [user(text("Hi")), {"role": "system", "content": [text("Be kind.")]}, assistant(cached(thinking()), "A")]
    repaired = repair(request(*messages, user("And?"), model="claude-opus-4-8"), Target())
    assert "cache_control" in repaired.request["messages"][0]["content"][0]
