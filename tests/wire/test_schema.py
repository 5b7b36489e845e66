"""The schema walk, and the quick yes that must agree with it."""

import copy
import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable.contract.shape import faults_of
from sendable.wire.build import assistant, image, request, text, thinking, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.limits import LIMITS
from sendable.wire.paths import found
from sendable.wire.schema import Fault, message_faults, schema
from sendable.wire.typed import fits

RECORDINGS = Path(__file__).parent.parent.parent.parent / "shared" / "verdicts" / "open.jsonl.gz"

ODD = st.sampled_from(
    [None, True, 0, -1, 1.5, "", " ", "x\n", "\u00e9", [], {}, [None], [[]], {"type": "text"}, {"type": 3}]
)
WORDS = st.sampled_from(["toolu_1", "srvtoolu_1", "srvtoolu_1\n", "x", "", "a b", "x" * 201, "text"])
SCALARS: dict[str, st.SearchStrategy[Any]] = {
    "str": WORDS,
    "int": st.integers(-1, 2000),
    "float": st.one_of(st.integers(-1, 2), st.floats(-1, 2)),
    "bool": st.booleans(),
    "object": st.just({"a": [1]}),
    "any": ODD,
}


def faults(messages: list[Any]) -> list[Fault]:
    return [fault for at, message in enumerate(messages) for fault in message_faults(message, at)]


def of_kind(draw: Callable[..., Any], kind: Any, depth: int) -> Any:
    """A value of a type of the schema, or now and then an odd one."""
    if draw(st.integers(0, 25)) == 0:
        return draw(ODD)
    if isinstance(kind, str):
        return draw(SCALARS[kind])
    [(form, of)] = kind.items()
    return FORMS[form](draw, of, depth)


def of_object(draw: Callable[..., Any], name: str, depth: int) -> dict[str, Any]:
    made = {}
    for field, spec in schema().objects[name].items():
        if spec.get("required") or (depth > 0 and draw(st.integers(0, 3)) == 0):
            made[field] = of_kind(draw, spec["type"], depth - 1)
    if draw(st.integers(0, 25)) == 0:
        made[draw(st.sampled_from(["usage", "brand_new", "type", "text"]))] = draw(ODD)
    if made and draw(st.integers(0, 25)) == 0:
        del made[draw(st.sampled_from(sorted(made)))]
    return made


def of_list(draw: Callable[..., Any], of: Any, depth: int) -> Any:
    held = [of_kind(draw, of, depth - 1) for _ in range(draw(st.integers(0, 2)))]
    return tuple(held) if draw(st.integers(0, 9)) == 0 else held


FORMS: dict[str, Callable[[Callable[..., Any], Any, int], Any]] = {
    "null": lambda draw, of, depth: draw(st.none()) if draw(st.booleans()) else of_kind(draw, of, depth),
    "enum": lambda draw, of, _: draw(st.sampled_from(of)),
    "list": of_list,
    "map": lambda draw, of, depth: {"a": of_kind(draw, of, depth - 1)},
    "ref": of_object,
    "tagged": lambda draw, of, depth: of_object(draw, of[draw(st.sampled_from(sorted(of)))], depth),
    "any_of": lambda draw, of, depth: of_kind(draw, draw(st.sampled_from(of)), depth),
}


@st.composite
def message_lists(draw: Callable[..., Any]) -> list[Any]:
    owners = st.sampled_from(["UserMessage", "AssistantMessage", "SystemMessage"])
    return [of_object(draw, draw(owners), 4) for _ in range(draw(st.integers(0, 2)))]


@settings(max_examples=800, deadline=None)
@given(message_lists())
def test_what_fits_has_no_fault_and_nothing_new(messages: list[Any]) -> None:
    before = copy.deepcopy(messages)
    told = faults(messages)
    if fits(messages):
        assert told == []
    assert messages == before


@settings(max_examples=300, deadline=None)
@given(message_lists())
def test_a_fault_names_the_place_where_it_is(messages: list[Any]) -> None:
    body = {"messages": messages}
    for fault in faults(messages):
        holder = found(body, fault.path[:-1])
        assert holder is not None
        if fault.kind in ("extra", "new") and isinstance(holder, dict):
            assert fault.path[-1] in holder
        if fault.kind == "missing":
            assert fault.path[-1] not in holder


ODD_BODIES = [
    {"messages": odd} for odd in (None, 1, "x", {}, [1], ["x"], [None], [[]], [{}], [{"role": 1}], [{"role": []}])
] + [
    {"messages": [{"role": "user", "content": odd}]}
    for odd in (
        None,
        1,
        True,
        {},
        [1],
        [None],
        [[]],
        [{}],
        [{"type": None}],
        [{"type": []}],
        [{"type": {}}],
        [{"type": 1}],
    )
]


@pytest.mark.parametrize("body", ODD_BODIES, ids=json.dumps)
def test_odd_messages_are_faults_and_never_a_crash(body: dict[str, Any]) -> None:
    assert [fault for fault in faults_of(Index(body)) if fault.kind != "new"]


@pytest.mark.parametrize("field", sorted(schema().request))
@pytest.mark.parametrize("value", [None, 1, True, "x", [], {}, [1], [None], {"type": "x"}, {"type": None}, {"a": {}}])
def test_odd_fields_are_never_a_crash(field: str, value: object) -> None:
    for fault in faults_of(Index({"messages": [user("Hi")], field: value})):
        assert fault.path[0] == field


def test_a_field_that_is_in_no_type_is_new_and_no_fault() -> None:
    body = request(user("Hi"), assistant(text("Hello.", brand_new=1)), user("And?"), brand_new={"a": 1})
    assert {(fault.kind, fault.path[-1]) for fault in faults_of(Index(body))} == {("new", "brand_new")}


def test_a_type_that_is_in_no_type_is_new_and_no_fault() -> None:
    body = request(user(text("Hi"), {"type": "hologram"}))
    assert [(fault.kind, fault.path) for fault in faults_of(Index(body))] == [("new", ("messages", 0, "content", 1))]


def test_the_place_in_the_text_holds_the_type_of_the_block() -> None:
    body = request(user("Hi"), assistant(thinking(signature=1)), user(tool_result(content=[image(data=1)])))
    assert [fault.message for fault in faults_of(Index(body))] == [
        "messages.1.content.0.thinking.signature: Input should be a valid string",
        "messages.2.content.0.tool_result.content.0.image.source.base64.data: Input should be a valid string",
    ]


@pytest.mark.parametrize(
    ("owner", "block"),
    [
        ("ToolUseBlock", tool_use("toolu_1\n")),
        ("ToolUseBlock", tool_use("")),
        ("ToolUseBlock", tool_use(name="x" * 201)),
        ("ToolUseBlock", tool_use(name="")),
        ("ToolResultBlock", tool_result("a b")),
    ],
)
def test_limits_that_the_sdk_does_not_state_are_held(owner: str, block: dict[str, Any]) -> None:
    messages = [assistant(block)]
    assert not fits(messages)
    assert [(fault.owner, fault.kind in ("pattern", "length")) for fault in faults(messages)][:1] == [(owner, True)]


def test_limits_stand_on_fields_that_exist() -> None:
    for owner, field in LIMITS:
        assert field in (schema().request if owner == "" else schema().objects[owner])


def recordings() -> Iterator[dict[str, Any]]:
    with gzip.open(RECORDINGS, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        yield from map(json.loads, lines)


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the recordings are not there")
def test_accepted_recordings_fit_or_hold_only_what_is_new() -> None:
    kinds = {
        fault.kind
        for record in recordings()
        if record["verdict"] == "accepted" and record["request"].get("messages")
        for fault in faults_of(Index(record["request"]))
    }
    assert kinds <= {"new"}


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the recordings are not there")
def test_what_fits_among_the_recordings_has_no_fault() -> None:
    for record in recordings():
        messages = record["request"].get("messages", [])
        if fits(messages):
            assert faults(messages) == []
