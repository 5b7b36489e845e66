from typing import Any

import pytest

from sendable.contract.thinking_setting import effort_of, thinking_type
from sendable.wire.build import request, user
from sendable.wire.index import Index


def test_type_and_effort_are_read() -> None:
    body = request(user("Hi"), thinking={"type": "adaptive"}, output_config={"effort": "low"})
    assert thinking_type(Index(body)) == "adaptive"
    assert effort_of(body) == "low"


@pytest.mark.parametrize("value", [None, "adaptive", [], {}, {"type": None}, {"type": ["adaptive"]}])
def test_thinking_of_no_shape_has_no_type(value: Any) -> None:
    assert thinking_type(Index(request(user("Hi")) | {"thinking": value})) == ""


@pytest.mark.parametrize("value", [None, "low", [], {}, {"effort": None}, {"effort": 3}])
def test_config_of_no_shape_has_no_effort(value: Any) -> None:
    assert effort_of({"output_config": value}) == ""
    assert effort_of(value) == ""
