from typing import Any

import pytest

from sendable.prefix.cost import MESSAGES, SYSTEM, TOOLS
from sendable.prefix.parameters import parameter_differences
from sendable.prefix.side import Side
from tests.prefix.conversations import request, said, words

PLAIN = request(said("a"))


def found(earlier: dict[str, Any], later: dict[str, Any]) -> list[tuple[str, tuple[int, int]]]:
    sides = Side(earlier["messages"]), Side(later["messages"])
    return [(one.path, one.place) for one in parameter_differences(*sides, earlier, later)]


@pytest.mark.parametrize(
    ("fields", "path", "place"),
    [
        ({"model": "claude-opus-5"}, "model", TOOLS),
        ({"speed": "fast"}, "speed", SYSTEM),
        ({"tool_choice": {"type": "none"}}, "tool_choice", MESSAGES),
        ({"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}}, "tool_choice", MESSAGES),
        ({"thinking": {"type": "disabled"}}, "thinking", MESSAGES),
        ({"output_config": {"effort": "low"}}, "output_config.effort", MESSAGES),
    ],
)
def test_parameter_restarts_the_cache_from_its_place_on(
    fields: dict[str, Any], path: str, place: tuple[int, int]
) -> None:
    assert found(PLAIN, PLAIN | fields) == [(path, place)]
    assert found(PLAIN | fields, PLAIN | fields) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"max_tokens": 1},
        {"metadata": {"user_id": "u"}},
        {"temperature": 0.5},
        {"tool_choice": {"type": "auto"}},
        {"thinking": None},
        {"thinking": {"type": "adaptive"}},
        {"thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}},
    ],
)
def test_other_parameters_and_defaults_restart_nothing(fields: dict[str, Any]) -> None:
    assert found(PLAIN, PLAIN | fields) == []


def test_what_is_to_happen_with_old_thinking_is_no_setting_of_the_cache() -> None:
    one = PLAIN | {"thinking": {"type": "adaptive"}}
    other = PLAIN | {"thinking": {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}}
    assert found(one, other) == []


def test_thinking_that_a_model_does_only_when_asked_restarts_the_messages() -> None:
    older = PLAIN | {"model": "claude-opus-4-8"}
    assert found(older, older | {"thinking": {"type": "adaptive"}}) == [("thinking", MESSAGES)]


def test_first_image_and_citations_count() -> None:
    image = {"type": "image", "source": {"type": "url", "url": "https://images.example/a.png"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [image]}
    paper = {"type": "document", "source": {"type": "text", "data": "x"}, "citations": {"enabled": True}}
    for block, place in ((image, MESSAGES), (result, MESSAGES), (paper, SYSTEM)):
        later = request(said("a"), {"role": "user", "content": [words("b"), block]})
        assert found(PLAIN, later) == [("messages", place)]
        assert found(later, later) == []
    off = request({"role": "user", "content": [paper | {"citations": {"enabled": False}}]})
    assert found(PLAIN, off) == []
