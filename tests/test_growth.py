"""What a check and a repair cost grows with the request, not with its square, however much of one fault there is.

Counted are the lines of the package that run, so that a busy machine changes nothing.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import sendable
from sendable import Target, check, repair
from sendable.contract.catalog import catalog
from sendable.prefix.encoding import encoded
from sendable.wire.build import assistant, request, system, text, thinking, tool_result, tool_use, user
from tests.strategies.damage.histories import MODULES
from tests.strategies.damage.places import KINDS

Json = dict[str, Any]
Made = Callable[[int], Json]

HERE = str(Path(sendable.__file__).parent)
FEW = 40
FEW_OF_MANY_KINDS = 16
MOST = 6.0
"""Four times as much may take so many times as long; a square is 16."""

assert MODULES, "they list the kinds of damage"


def lines(work: Callable[[], object]) -> int:
    """How many lines of the package run."""
    count = 0

    def line(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal count
        count += 1
        return line

    def call(frame: FrameType, event: str, arg: object) -> Any:
        return line if frame.f_code.co_filename.startswith(HERE) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def assert_linear(made: Callable[[int], Any], target: Target | None = None, size: int = FEW) -> None:
    few, many = made(size), made(4 * size)
    for work in (check, repair):
        work(few, target)  # what is made once for all
        work(many, target)
        once, more = lines(lambda: work(few, target)), lines(lambda: work(many, target))  # noqa: B023
        assert more < MOST * once, f"{work.__name__}: {once} lines for {size}, {more} for {4 * size}"


def each(n: int, made: Callable[[int], Any]) -> list[Any]:
    return [made(at) for at in range(n)]


def calls(n: int, name: Callable[[int], str]) -> Json:
    return assistant(*each(n, lambda at: tool_use(name(at))))


def results(n: int, name: Callable[[int], str]) -> Json:
    return user(*each(n, lambda at: tool_result(name(at))))


def one(at: int) -> str:
    return "t"


def own(at: int) -> str:
    return f"t{at}"


def foreign(at: int) -> str:
    return f"t|{at}"


def tools(n: int, name: Callable[[int], str]) -> list[Json]:
    return [{"name": name(at), "input_schema": {"type": "object"}} for at in range(n)]


NEW = "claude-opus-4-8"


def turns(n: int, made: Callable[[int], Json]) -> Json:
    return request(*(message for at in range(n) for message in (user("a"), made(at))), user("b"))


def native(call: str) -> Json:
    return {"type": "server_tool_use", "id": call, "name": "web_search", "input": {"query": "a"}}


def searched(call: str) -> Json:
    return {"type": "web_search_tool_result", "tool_use_id": call, "content": []}


MUCH: dict[str, Made] = {
    "calls of one id": lambda n: request(user("a"), calls(n, one), user("b")),
    "answered calls of one id": lambda n: request(user("a"), calls(n, one), results(n, one)),
    "calls of one id in turns": lambda n: turns(n, lambda at: assistant(tool_use(one(at)))),
    "calls without results": lambda n: request(user("a"), calls(n, own), user("b")),
    "foreign ids": lambda n: request(user("a"), calls(n, foreign), results(n, foreign)),
    "orphans": lambda n: request(results(n, own)),
    "orphans of one id": lambda n: request(results(n, one)),
    "orphans beside text": lambda n: request(user(text("a"), *each(n, lambda at: tool_result(own(at))))),
    "results of one call": lambda n: request(user("a"), assistant(tool_use("t")), results(n, one)),
    "results behind text": lambda n: request(
        user("a"), calls(n, own), user(*(b for at in range(n) for b in (text("x"), tool_result(own(at)))))
    ),
    "results in messages": lambda n: request(
        user("a"), calls(n, own), *each(n, lambda at: user(text("x"), tool_result(own(at))))
    ),
    "text behind calls": lambda n: request(
        user("a"), assistant(*(b for at in range(n) for b in (tool_use(own(at)), text("x")))), results(n, own)
    ),
    "calls of users": lambda n: request(user(*each(n, lambda at: tool_use(own(at)))), results(n, own)),
    "tools of one name": lambda n: request(user("a"), tools=tools(n, one)),
    "tools of foreign names": lambda n: request(user("a"), tools=tools(n, foreign)),
    "blank texts": lambda n: request(user(*[text("")] * n, text("x"))),
    "messages that become empty": lambda n: request(
        user("a"), *[assistant(text(""))] * n, assistant(text("b")), user("c")
    ),
    "damaged thinking": lambda n: turns(n, lambda at: assistant(thinking(str(at), "!"), text("b"))),
    "damaged thinking of one turn": lambda n: request(
        user("a"), assistant(*[thinking("!", "!")] * n, text("b")), user("c")
    ),
    "system entries": lambda n: request(*[system("a")] * n, user("b"), model=NEW),
    "system entries in front of users": lambda n: request(
        *(message for at in range(n) for message in (user("a"), system("b"))), user("c"), model=NEW
    ),
    "system entries behind assistants": lambda n: request(
        user("a"), *(message for at in range(n) for message in (system("b"), assistant("c"))), user("d"), model=NEW
    ),
    "system entries in front of results": lambda n: {
        **request(user("a"), calls(n, own), *[system("b")] * n, results(n, own)),
        "model": "claude-sonnet-4-5",
    },
    "native calls without results": lambda n: turns(n, lambda at: assistant(native(f"srvtoolu_{at}"))),
    "native calls of one turn": lambda n: request(
        user("a"), assistant(*each(n, lambda at: native(f"srvtoolu_{at}"))), user("b")
    ),
    "native results of one call": lambda n: request(
        user("a"), assistant(native("srvtoolu_1"), *[searched("srvtoolu_1")] * n), user("b")
    ),
    "native calls in flight": lambda n: request(user("a"), assistant(*each(n, lambda at: native(f"srvtoolu_{at}")))),
    "cache breakpoints": lambda n: request(user(*[{**text("a"), "cache_control": {"type": "ephemeral"}}] * n)),
}


@pytest.mark.parametrize("name", MUCH)
def test_much_of_one_fault(name: str) -> None:
    assert_linear(MUCH[name])


def history(n: int) -> Json:
    """A history of many turns of all that damage may be done to."""
    rounds: list[Json] = []
    for at in range(n):
        call = f"toolu_{at}"
        rounds += [
            user(text("a"), text("b")),
            assistant(
                thinking(str(at)), text("c"), native(f"srvtoolu_{at}"), searched(f"srvtoolu_{at}"), tool_use(call)
            ),
            user(tool_result(call)),
            assistant(thinking(f"{at}b"), text("d")),
        ]
    return request(*rounds, user("e"), tools=tools(1, one), model=NEW)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_much_of_one_damage(kind: str) -> None:
    def damaged(n: int) -> Json:
        broken, count = history(n), 0

        def pick(most: int) -> int:
            nonlocal count
            count += 1
            return count * 7919 % most

        for _ in range(n):
            if broken["messages"] and not KINDS[kind](pick, broken):
                break
        return broken

    assert_linear(damaged, size=FEW_OF_MANY_KINDS)


def several(value: Any, n: int) -> Any:
    """Entries of a list many times over, each time with names and ids of their own."""
    return [renamed(item, at) for at in range(n) for item in value]


def renamed(value: Any, at: int) -> Any:
    if isinstance(value, list):
        return [renamed(item, at) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: f"{held}_{at}"
        if key in ("id", "tool_use_id", "name", "tool_name") and isinstance(held, str) and 0 < len(held) < 40
        else renamed(held, at)
        for key, held in value.items()
    }


@pytest.mark.parametrize("name", [name for name, rule in catalog().items() if isinstance(rule.breaks.request, dict)])
@pytest.mark.parametrize("where", ["messages", "blocks"])
def test_much_of_what_breaks_a_rule(name: str, where: str) -> None:
    asked, target = catalog()[name].breaks

    def made(n: int) -> Json:
        messages = asked.get("messages")
        many = {key: several(asked[key], n) for key in ("tools", "system") if isinstance(asked.get(key), list)}
        if where == "messages":
            return {**asked, **many, "messages": several(messages, n)}
        return {
            **asked,
            **many,
            "messages": [
                {**one, "content": several(one["content"], n)} if isinstance(one.get("content"), list) else one
                for one in messages
            ],
        }

    messages = asked.get("messages")
    if len(str(asked)) > 5_000 or not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
        pytest.skip("nothing to take several times")
    assert_linear(made, target, FEW_OF_MANY_KINDS)


@pytest.mark.parametrize("made", [MUCH["orphans"], MUCH["tools of one name"], MUCH["results behind text"]])
def test_each_part_is_encoded_once_for_all_costs(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    size = 0

    def counted(value: object) -> bytes:
        nonlocal size
        size += len(done := encoded(value))
        return done

    monkeypatch.setattr(import_module("sendable.repair.costs"), "encoded", counted)
    asked = made(4 * FEW)
    repaired = repair(asked)
    assert len(repaired.changes) >= 4 * FEW - 1
    assert size < 3 * len(encoded(asked))
