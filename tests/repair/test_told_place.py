"""Places as the API words them, and the place of the request that they mean."""

from typing import Any

import pytest
from hypothesis import given

from sendable.contract.shape import claimed
from sendable.repair.told_place import place_in, same_place, stands
from sendable.wire.index import Index
from sendable.wire.paths import Path
from tests.strategies.damage.histories import Damaged, damaged_histories

Json = dict[str, Any]

PDF: Json = {"type": "document", "source": {"type": "base64", "data": "x"}, "context": "c"}
BODY: Json = {
    "thinking": {"type": "enabled", "budget_tokens": 1024, "y": 1},
    "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral", "scope": "global"}}],
    "tools": [
        {"name": "a", "eager_input_streaming": True, "cache_control": {"type": "ephemeral", "scope": "global"}},
        {"type": "bash_20250124", "name": "bash", "custom": 1},
        {"type": None, "name": "b", "x": 1},
    ],
    "messages": [
        {"role": "user", "content": [PDF, {"type": "text", "text": "t", "foo": 1, "a.b": 1, "c": {"d": 1}, "c.d": 2}]},
        {"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "s", "foo": 1},
                                          {"type": "tool_use", "input": {"type": "q", "q": {"q": 1}}, "a-b": 1}]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "1", "foo": 1, "content": [PDF]}]},
    ],
}  # fmt: skip
FIRST, SECOND = ("messages", 0, "content"), ("messages", 1, "content")
NESTED = ("messages", 2, "content", 0, "content", 0)


@pytest.mark.parametrize(
    ("named", "place"),
    [
        ("tools.0.custom.eager_input_streaming", ("tools", 0, "eager_input_streaming")),
        ("tools.0.custom.cache_control.ephemeral.scope", ("tools", 0, "cache_control", "scope")),
        ("tools.0.eager_input_streaming", ("tools", 0, "eager_input_streaming")),
        ("tools.0.custom", ("tools", 0)),
        ("tools.1.bash_20250124.custom", ("tools", 1, "custom")),
        ("tools.1.custom", ("tools", 1, "custom")),
        ("tools.2.custom.x", ("tools", 2, "x")),
        ("system.0.cache_control.ephemeral.scope", ("system", 0, "cache_control", "scope")),
        ("system.0.text.cache_control.ephemeral.scope", ("system", 0, "cache_control", "scope")),
        ("thinking.enabled.y", ("thinking", "y")),
        ("messages.0.content.0.document.context", (*FIRST, 0, "context")),
        ("messages.0.content.0.document.source.base64.data", (*FIRST, 0, "source", "data")),
        ("messages.0.content.0.pdf.source.base64.data", (*FIRST, 0, "source", "data")),
        ("messages.0.content.1.text.foo", (*FIRST, 1, "foo")),
        ("messages.0.content.1.text.text", (*FIRST, 1, "text")),
        ("messages.0.content.1.text", (*FIRST, 1)),
        ("messages.0.content.1.text.a.b", (*FIRST, 1, "a.b")),
        ("messages.1.content.0.thinking.thinking", (*SECOND, 0, "thinking")),
        ("messages.1.content.0.thinking.foo", (*SECOND, 0, "foo")),
        ("messages.1.content.0", (*SECOND, 0)),
        ("messages.1.content.1.tool_use.a-b", (*SECOND, 1, "a-b")),
        ("messages.1.content.1.tool_use.input.q.q", (*SECOND, 1, "input", "q", "q")),
        ("messages.2.content.0.tool_result.content.0.document.source.base64", (*NESTED, "source")),
        ("messages.2", ("messages", 2)),
    ],
)
def test_tags_are_stepped_over(named: str, place: Path) -> None:
    assert place_in(f"{named}: Extra inputs are not permitted", BODY) == place
    assert stands(BODY, place)


@pytest.mark.parametrize(
    "named",
    [
        "messages",
        "messages.3",
        "messages.9.content.0",
        "messages.0.content.1.text.bar",
        "messages.0.content.1.image.foo",
        "messages.0.content.1.text.foo.bar",
        "messages.0.content.1.text.text.text",
        "messages.0.content.-1",
        "messages.0.content.١",
        "messages.0.content.1.text.foo-bar",
        "messages.0.content.1.text.fo",
        "messages..content",
        "messages.0.content.1.",
        f"messages.{'9' * 9999}.content",
        "tools.1.custom.name",
        "tools.0.function.name",
        "thinking.adaptive.y",
        "thinking" + ".y" * 9999,
        "nonsense.0",
    ],
)
def test_what_is_not_there_in_full_is_no_place(named: str) -> None:
    assert place_in(f"{named}: Extra inputs are not permitted", BODY) == ()


@pytest.mark.parametrize("message", ["", "Something.", "tools.0.name", "see tools.0.name: x", "tools.0 .name: x"])
def test_a_message_begins_with_its_place(message: str) -> None:
    assert place_in(message, BODY) == ()


@given(damaged_histories())
def test_it_is_the_inverse_of_how_faults_are_worded(case: Damaged) -> None:
    index = Index(case.request)
    for rule in ("field-types", "unknown-nested-field"):
        for fault in claimed(index, rule):
            if stands(case.request, fault.path) and "." in fault.loc and ":" not in fault.loc:
                assert place_in(fault.message, case.request) == fault.path


def test_what_a_repair_put_in_is_not_what_stands_beside_it() -> None:
    place = (*FIRST, 1)
    assert same_place(BODY, place, BODY, place)
    assert same_place(BODY, (*place, "foo"), BODY, (*place, "foo"))
    assert not same_place(BODY, place, BODY, (*FIRST, 0))
    assert not same_place(BODY, (*place, "foo"), BODY, (*place, "text"))
