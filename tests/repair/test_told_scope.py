"""What a repair does about what the API told: no more than was named, and nothing where that is not there."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sendable import Target, repair
from sendable.contract.catalog import laws
from sendable.contract.finding import Finding
from sendable.repair.told import told_by
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, THINKING
from sendable.wire.paths import Path, found
from tests.strategies.choice import Pick, drawn, one
from tests.strategies.damage.histories import write_damaged
from tests.strategies.histories import write_history

Json = dict[str, Any]

API = Target(model="claude-sonnet-4-5", betas=[])
EXTRA = "Extra inputs are not permitted"


def body() -> Json:
    document = {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "d"}, "new": 1}
    call = {"type": "tool_use", "id": "toolu_1", "name": "a", "input": {"type": "q", "q": 1}, "caller": {"type": "x"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "r"}], "new": 1}
    return {
        "model": "claude-sonnet-4-5",
        "max_tokens": 2048,
        "thinking": {"type": "enabled", "budget_tokens": 1024, "new": 1},
        "system": [{"type": "text", "text": "s", "cache_control": {"type": "ephemeral", "new": 1}}],
        "tools": [{"name": "a", "input_schema": {"type": "object", "new": 1}, "eager_input_streaming": True, "new": 1}],
        "messages": [
            {"role": "user", "content": [{**document, "context": "c"}, {"type": "text", "text": "t", "new": 1}]},
            {"role": "assistant", "content": [{"type": "thinking", "thinking": "t", "signature": "EqQB" * 9}, call]},
            {"role": "user", "content": [result, {"type": "text", "text": "u"}], "new": 1},
        ],
    }


@pytest.mark.parametrize(
    ("named", "place"),
    [
        ("tools.0.custom.eager_input_streaming", ("tools", 0, "eager_input_streaming")),
        ("tools.0.custom.new", ("tools", 0, "new")),
        ("system.0.cache_control.ephemeral.new", ("system", 0, "cache_control", "new")),
        ("thinking.enabled.new", ("thinking", "new")),
        ("messages.0.content.0.document.new", ("messages", 0, "content", 0, "new")),
        ("messages.0.content.1.text.new", ("messages", 0, "content", 1, "new")),
        ("messages.1.content.1.tool_use.caller", ("messages", 1, "content", 1, "caller")),
        ("messages.2.content.0.tool_result.new", ("messages", 2, "content", 0, "new")),
        ("messages.2.new", ("messages", 2, "new")),
    ],
)
def test_a_refused_field_goes_and_nothing_else(named: str, place: Path) -> None:
    wanted = body()
    del found(wanted, place[:-1])[place[-1]]
    done = repair(body(), API, told=f"{named}: {EXTRA}")
    assert done.request == wanted
    assert done.accepted


@pytest.mark.parametrize(
    "named",
    [
        "messages",
        "tools",
        "tools.0",
        "tools.0.custom",
        "tools.0.custom.name",
        "tools.0.custom.input_schema",
        "tools.0.custom.input_schema.new",
        "tools.0.custom.nothing",
        "tools.1.custom.new",
        "system.0.text",
        "system.0.text.text",
        "messages.0",
        "messages.0.content",
        "messages.0.content.0",
        "messages.0.content.0.document",
        "messages.0.content.0.document.context",
        "messages.0.content.0.document.source",
        "messages.0.content.0.document.source.text.data",
        "messages.0.content.1.text.text",
        "messages.1.content.0.thinking.nothing",
        "messages.1.content.1.tool_use.input",
        "messages.1.content.1.tool_use.input.q",
        "messages.2.content.0.tool_result.content",
        "messages.2.content.0.tool_result.content.0.text.nothing",
        "messages.2.content.0.tool_result.new.nothing",
    ],
)
@pytest.mark.parametrize("text", [EXTRA, "Input should be a valid list", "String should have at least 1 character"])
def test_what_holds_content_or_is_not_there_stays(named: str, text: str) -> None:
    given = body()
    done = repair(given, API, told=f"{named}: {text}")
    assert done.request is given
    assert not done.accepted


def test_what_moved_up_is_found_again() -> None:
    """Of two tools of one name one goes first; the field is still that of the tool behind them."""
    twice = {"name": "b", "input_schema": {"type": "object"}}
    request = body()
    request["tools"] = [twice, twice, *request["tools"], {"type": "bash_20250124", "name": "bash", "new": 1}]
    done = repair(request, API, told=f"tools.2.custom.new: {EXTRA}")
    assert [("new" in tool, tool["name"]) for tool in done.request["tools"]] == [
        (False, "b"),
        (False, "a"),
        (True, "bash"),
    ]


class Told(NamedTuple):
    """A request and what was told of it; `there`: whether the place may be one."""

    request: Json
    target: Target
    finding: Finding
    there: bool


def steps_into(pick: Pick, request: Json) -> Iterator[str]:
    """A way into a request, with the tags of the API, or some of them."""
    value: Any = request
    at = one(pick, [name for name in ("messages", "tools", "system", "thinking") if name in request])
    yield at
    value = request[at]
    for _ in range(pick(9)):
        if isinstance(value, dict) and value:
            if pick(4):
                yield str(value.get("type") or "custom")
            key = one(pick, sorted(map(str, value)))
            yield key
            value = value.get(key)
        elif isinstance(value, (list, tuple)) and value:
            at = pick(len(value))
            yield str(at)
            value = value[at]


def write_told(pick: Pick) -> Told:
    damaged = write_damaged(pick) if pick(2) else None
    history = write_history(pick) if damaged is None else damaged.history
    request = history.request if damaged is None else damaged.request
    path = ".".join(steps_into(pick, request))
    nonsense = pick(3) == 2
    if nonsense:
        path += one(pick, [".nothing", ".99", ".custom.nothing", "."])
    law = laws()[one(pick, sorted(laws()))]
    template = one(pick, [*law.templates, "{path}: Extra inputs are not permitted"])
    first = re.match(r"\{\w+\}", template)
    message = path + template[first.end() :] if first else template
    if not first and pick(2):
        message = re.sub(r"^(messages|tools)\.\{\w+\}[^:]*", lambda _: path, template)
    message = re.sub(r"\{\w+\}", lambda _: str(pick(4)), message)
    finding = told_by(message, Index(request))
    if pick(2):
        finding = Finding(law.id, finding.path, message, 400, "invalid_request_error", "", finding.place)
    return Told(request, history.target, finding, not (nonsense and message.startswith(f"{path}:")))


@st.composite
def told(draw: st.DrawFn) -> Told:
    return write_told(drawn(draw))


def units(value: Any) -> Counter[str]:
    """All that is said, called, answered, shown and declared in a request or a part of it, by kinds."""
    found: Counter[str] = Counter()
    for kind, held in _units(value):
        found[f"{kind} {held!r}"] += 1
    return found


def _units(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from _units(item)
    if isinstance(value, dict):
        yield from _own_units(value)
        for name in ("messages", "content", "system", "source"):
            if not isinstance(value.get(name), str):
                yield from _units(value.get(name))


def _own_units(value: Json) -> Iterator[tuple[str, Any]]:
    for tool in value.get("tools") or () if "messages" in value else ():
        yield "tool", tool.get("name") or tool.get("type") if isinstance(tool, dict) else tool
    for name in ("content", "system", "text", "context", "title"):
        if isinstance(value.get(name), str):
            yield "text", value[name]
    kind = value.get("type")
    if kind in ("image", "document"):
        yield "medium", value.get("source")
    elif kind in (*NATIVE_CALLS, *NATIVE_RESULTS):
        yield "native", (kind, value.get("id"), value.get("tool_use_id"))
    elif kind in ("tool_use", "tool_result"):
        yield kind, (value.get("name"), value.get("input"), value.get("id"), value.get("tool_use_id"))


def may_be_lost(case: Told) -> Counter[str]:
    """How many of each kind may go: the one medium, tool or native pair that was named."""
    place = case.finding.place
    kinds = [
        held.get("type")
        for end in range(2, len(place) + 1)
        if isinstance(held := found(case.request, place[:end]), dict) and isinstance(place[end - 1], int)
    ]
    native = any(kind in (*NATIVE_CALLS, *NATIVE_RESULTS) for kind in kinds)
    medium = any(kind in ("image", "document") for kind in kinds)
    tool = place[:1] == ("tools",) and len(place) == 2
    return Counter({"native": 2 * native, "medium": 1 * medium, "tool": 1 * tool})


@settings(max_examples=400)
@given(told())
def test_no_more_goes_than_was_named(case: Told) -> None:
    without = repair(case.request, case.target)
    done = repair(case.request, case.target, told=case.finding)
    place = case.finding.place
    if not place:
        assert done.request == without.request
        assert case.finding.rule in [finding.rule for finding in done.remaining] or without.before
        return
    assert case.there
    gone = units(without.request) - units(done.request)
    given = units(case.request)
    lost = Counter(name.partition(" ")[0] for name in (gone & given).elements())
    allowed = may_be_lost(case)
    if allowed["native"] or allowed["medium"]:
        # what stands in such a block goes with it, or is told as text
        inside = units(found(case.request, place[:4]))
        lost -= Counter(name.partition(" ")[0] for name in (gone & inside).elements())
    assert not lost - allowed


@settings(max_examples=200)
@given(told())
def test_thinking_goes_only_where_it_was_named(case: Told) -> None:
    block = found(case.request, case.finding.place[:4]) if len(case.finding.place) >= 4 else None
    if isinstance(block, dict) and block.get("type") in THINKING:
        return
    without = repair(case.request, case.target)
    done = repair(case.request, case.target, told=case.finding)
    if done.accepted:
        count = [sum(len(Index(held.request).blocks(kind)) for kind in THINKING) for held in (without, done)]
        assert count[1] >= count[0]
