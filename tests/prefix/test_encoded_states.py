from typing import Any

import pytest

from sendable import Ledger, LedgerError, UsageError
from sendable.prefix.encoded_states import decoded_state, encoded_state

STATE: dict[str, Any] = {"version": 1, "removed": ["ab"], "given": {"messages": 1, "point": "00"}}


@pytest.mark.parametrize("state", [STATE, {}])
def test_a_state_comes_back_as_it_was(state: dict[str, Any]) -> None:
    assert decoded_state(encoded_state(state)) == state


NONE: list[Any] = [5, None, "x", [STATE], {"a": {1}}, {"a": float("nan")}, {"a": (1,)}, {1: 2}, {"a": "\ud800"}]


@pytest.mark.parametrize("state", NONE, ids=repr)
def test_what_would_come_back_as_something_else_is_refused(state: Any) -> None:
    ledger = Ledger()
    with pytest.raises(UsageError, match="no state"):
        ledger.keep_state("k", state)
    with pytest.raises(UsageError, match="no state"):
        ledger.keep_state_of({"messages": [{"role": "user", "content": "Hi"}]}, state)
    assert ledger.state("k") is None


@pytest.mark.parametrize("key", [None, 5, ("x",), b"x"])
def test_the_key_of_a_conversation_is_a_text(key: Any) -> None:
    with pytest.raises(UsageError, match="key of a conversation"):
        Ledger().keep_state(key, STATE)
    with pytest.raises(UsageError, match="key of a conversation"):
        Ledger().state(key)


def test_a_damaged_state_is_a_fault_of_the_ledger() -> None:
    with pytest.raises(LedgerError, match="damaged"):
        decoded_state(b"[")
    assert decoded_state(None) is None
