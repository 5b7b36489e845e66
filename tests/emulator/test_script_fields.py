from typing import get_args

import pytest
from anthropic.types import ErrorType
from anthropic.types.beta import BetaStopReason

from sendable.emulator.script_fields import hold_json
from sendable.emulator.script_parts import Later, NewId
from sendable.emulator.script_reading import STATUS, STOP_REASONS
from sendable.errors import UsageError


def test_the_names_are_those_of_the_official_client() -> None:
    assert set(get_args(BetaStopReason)) == set(STOP_REASONS)
    others = {name for name in get_args(ErrorType) if name.startswith("memory_")}
    assert set(get_args(ErrorType)) - others <= set(STATUS)


def test_what_json_has_a_form_for_may_be_sent() -> None:
    hold_json({"a": [NewId("tool_use"), "\ud83d", 1.5, None]}, "", Later)
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in ({"a": {1, object()}}, deep):
        with pytest.raises(UsageError, match=r"^here: "):
            hold_json(value, "here", Later)
