import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from sendable import Target, check, repair
from sendable.contract.prefix_check import checks_prefix
from sendable.repair.block_binding import WHAT
from sendable.wire.build import assistant, text, thinking, user
from sendable.wire.paths import lookup, steps
from tests.naive_prefix import is_conversation, is_thinking, kept_and_lost, thinking_places
from tests.strategies.damage.histories import Damaged, damaged_histories
from tests.test_cases import FILES, case_in
from tests.test_properties import stays, with_betas
from tests.test_stability import signed

Json = dict[str, Any]

MODELS = ("claude-opus-5-5", "claude-sonnet-5-5", "claude-sonnet-4-5")
BETAS: tuple[list[str] | None, ...] = (None, [])


BROKEN = [
    file
    for file in FILES
    if (case := case_in(file)).get("changes")
    and "state" not in case.get("options", {})
    and is_conversation(case["request"])
]


def with_thinking(request: Json, model: str) -> Json:
    """A broken conversation with signed thinking before, inside and behind the damage."""
    request = copy.deepcopy(request)
    inside = []
    for message in request["messages"]:
        content = message["content"]
        if message.get("role") == "assistant" and isinstance(content, list) and content:
            message = {**message, "content": [thinking(), *content]}
        inside.append(message)
    before = [user("Hello."), assistant(thinking(), text("Hello."))]
    behind = [assistant(thinking(), text("Done.")), user("Thanks.")]
    last = [] if inside[-1].get("role") == "assistant" else behind
    return signed({**request, "model": model, "messages": [*before, *inside, *last]})


@pytest.mark.parametrize("betas", BETAS, ids=["betas unknown", "no betas"])
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("file", BROKEN, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_broken_conversations_keep_the_thinking_that_can_be_kept(
    file: Path, model: str, betas: list[str] | None
) -> None:
    request = with_thinking(case_in(file)["request"], model)
    names = [name for _, _, name in thinking_places(request)]
    if len(names) != len(set(names)):
        pytest.skip("the naive check tells thinking blocks apart by their signatures")
    target = Target(model=model, betas=betas)
    repaired = repair(request, target)
    left = check(repaired.request, with_betas(target, repaired))
    assert [f.rule for f in left] == [f.rule for f in repaired.remaining]
    known = case_in(file).get("remaining", [])
    assert betas is not None or [f.rule for f in left if f.rule not in known and not stays(f, repaired.request)] == []
    costs_are_right(request, repaired, target)


@given(damaged_histories())
def test_costs_of_damaged_histories_are_right(case: Damaged) -> None:
    request = signed(case.request)
    names = [name for _, _, name in thinking_places(request)] if is_conversation(request) else []
    if is_conversation(request) and len(names) == len(set(names)):
        costs_are_right(request, repair(request, case.history.target), case.history.target)


def costs_are_right(request: Json, repaired: Any, target: Target) -> None:
    kept, lost = kept_and_lost(request, repaired.request, target)
    checks = checks_prefix(target, repaired.request.get("thinking"))
    assert repaired.cost["thinking"] == {"kept": len(kept), "lost": len(lost)}
    for change in repaired.changes:
        if change.what == WHAT:
            first = [name for _, _, name in thinking_places(repaired.request) if name not in kept]
            # A later sweep may have dropped it for another reason.
            first = first or [str(lookup(request, steps(change.since))["signature"])]
            assert change.cost == naive_drop(request, first[0])
            continue
        path = steps(change.since or change.path)
        assert change.cost == naive_cost(request, path, change.compared, change.cost["cache_from"], checks)
    restarts = [change.cost for change in repaired.changes if change.cost["cache_from"]]
    assert repaired.cost["bytes"] == max((cost["bytes"] for cost in restarts), default=0)
    if checks and not lets_drop(repaired.request):
        assert [name for _, _, name in thinking_places(repaired.request) if name not in kept] == []


def naive_drop(request: Json, failing: str) -> Json:
    """What it costs that the server drops what fails: all from the first thinking on that is sent and fails."""
    given = thinking_places(request)
    first = next(at for at, (_, _, name) in enumerate(given) if name == failing)
    return {**paid(request, given[first][:2]), "thinking": len(given) - first}


def lets_drop(request: Json) -> bool:
    return bool((request.get("thinking") or {}).get("block_binding"))


def naive_cost(request: Json, path: tuple[Any, ...], compared: bool, cache_from: str | None, checks: bool) -> Json:
    nothing = {"thinking": 0, "cache_from": None, "bytes": 0, "tokens": 0}
    if path[:1] == ("messages",) and len(path) > 1 and compared:
        place = (path[1], path[3] if len(path) > 3 and path[2] == "content" and isinstance(path[3], int) else -1)
    elif path[:1] in (("system",), ("tools",)) and compared:
        place = (-1 if path[0] == "system" else -2, -1)
    elif path[:1] == ("messages",) and compared:
        place = (0, -1)
    else:
        return nothing if cache_from is None else {**nothing, **paid(request, (0, -1))}
    on_thinking = (
        place[1] >= 0
        and place[1] < len(request["messages"][place[0]]["content"])
        and is_thinking(lookup(request, ("messages", place[0], "content", place[1])))
    )
    behind = [one for one in thinking_places(request) if one[:2] > place]
    stale = len(behind) if checks and not on_thinking else 0
    return {**paid(request, place), "thinking": stale}


def paid(request: Json, place: tuple[int, int]) -> Json:
    parts: list[Any] = [
        request[name] for name in ("tools", "system")[place[0] + 2 if place[0] < 0 else 2 :] if name in request
    ]
    where = {-2: "tools", -1: "system"}.get(
        place[0], f"messages.{place[0]}" + (f".content.{place[1]}" if place[1] >= 0 else "")
    )
    for at, message in enumerate(request["messages"]):
        if at > place[0] or (at == place[0] and (place[1] <= 0 or isinstance(message["content"], str))):
            parts.append(message)
        elif at == place[0]:
            parts += message["content"][place[1] :]
    size = sum(map(bytes_of, parts))
    return {"cache_from": where, "bytes": size, "tokens": size // 4}


def bytes_of(value: Any) -> int:
    """Bytes as JSON; of what Python writes where that holds half a character."""
    try:
        return len(json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode())
    except UnicodeEncodeError:
        return len(repr(value).encode("utf-8", "surrogatepass"))
