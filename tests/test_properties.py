import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

from sendable import Finding, Repaired, Target, UnreadableError, check, notes, repair
from sendable.contract.catalog import catalog
from sendable.contract.native_pairs import native_pairs
from sendable.repair.order import ORDER
from sendable.wire.index import Index
from sendable.wire.kinds import THINKING
from sendable.wire.paths import Path, lookup, steps
from tests.strategies.damage.histories import Damaged, damaged_histories
from tests.strategies.damage.places import KINDS
from tests.strategies.histories import History, histories
from tests.strategies.odd import odd_histories

Json = dict[str, Any]

ANSWERED = {rule for one in ORDER for rule in one.fixes}

# The passes that say that the repair of a prefix may depend on what follows it.
UNSTABLE = {one.name for one in ORDER if one.unstable}

# A drop that joins two runs of thinking costs the turn all of it, but only while the turn is the latest: from then on
# the API does not hold them against what it sent.
JOINED = "the thinking of the turn, since a run of it can only stay whole"


def mended(case: Damaged) -> Repaired:
    return repair(case.request, case.history.target)


def with_betas(target: Target, repaired: Repaired) -> Target:
    """The target as the repaired request is sent to it: with the betas that the repair asks for."""
    if target.betas is None or not repaired.betas:
        return target
    betas = (*target.betas, *repaired.betas)
    return Target(target.platform, target.model, betas, target.endpoint, target.enforces_prefix)


# What stays where a conversation holds nothing at all that could be sent.
NOTHING_SAID = {
    "messages-empty",
    "empty-user-content",
    "empty-nonfinal-content",
    "prefill-unsupported",
    "text-empty",
    "text-whitespace",
    "text-cache-empty",
    "sys-empty",
    "sys-first",
    "final-block-thinking",
    "prefill-with-thinking",
}


def stays(finding: Finding, request: Json) -> bool:
    """Whether a finding in a repaired request is one that no pass answers, with a reason.

    Its rule has no pass at all and says why; or it is a fault of media that the user sends just now; or only the caller
    knows what is meant; or nothing is left to send.
    """
    if finding.rule not in ANSWERED:
        return bool(catalog()[finding.rule].unrepairable)
    if catalog()[finding.rule].family in ("images", "documents"):
        return sent_just_now(finding.place, request)
    if finding.rule in ("role-unknown", "field-types"):
        return means_many_things(finding, request)
    return finding.rule in NOTHING_SAID and not says_something(request)


def means_many_things(finding: Finding, request: Json) -> bool:
    """Whether a value is a role of another API, or missing, or the one block of a message and not whole itself."""
    try:
        held = lookup(request, finding.place)
    except LookupError:
        return True
    if finding.rule == "role-unknown":
        return held in ("tool", "developer")
    return held is None or (finding.place[-1] == "content" and isinstance(held, dict))


def sent_just_now(place: Path, request: Json) -> bool:
    """Whether a place is in the newest user turn, and not in a tool result."""
    turn = next((turn for turn in reversed(Index(request).turns) if turn.role == "user"), None)
    newest = {message.at for message in turn.messages} if turn is not None else set()
    in_result = len(place) > 4 and lookup(request, place[:4]).get("type") == "tool_result"
    return len(place) > 1 and place[1] in newest and not in_result


def says_something(request: Json) -> bool:
    """Whether a message holds anything that can be seen."""
    return any(
        block.get("type") not in THINKING and (block.get("type") != "text" or str(block.get("text")).strip())
        for message in request["messages"]
        for block in content_of(message)
    )


def content_of(message: Json) -> list[Json]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def first_changed(repaired: Repaired) -> int:
    """The first message that a change names or reaches; system, tools and parameters do not count."""
    paths = [steps(place) for change in repaired.changes for place in (change.path, change.since)]
    return min((path[1] for path in paths if len(path) > 1 and isinstance(path[1], int)), default=1_000_000)


def test_kinds_of_damage_are_many() -> None:
    assert len(KINDS) >= 25


@given(histories())
def test_undamaged_history_is_accepted_and_comes_back_as_the_same_object(history: History) -> None:
    before = copy.deepcopy(history.request)
    assert check(history.request, history.target) == []
    repaired = repair(history.request, history.target)
    assert history.request == before
    if history.searching:
        assert {change.by for change in repaired.changes} <= {"drop_waiting_tool_search"}
        assert repair(history.request, history.target, keep_tool_search=True).request is history.request
    else:
        assert repaired.changes == []
        assert repaired.request is history.request


@given(damaged_histories())
def test_repaired_is_accepted(case: Damaged) -> None:
    repaired = mended(case)
    left = check(repaired.request, with_betas(case.history.target, repaired))
    assert [f for f in left if not stays(f, repaired.request)] == []
    assert [f.rule for f in left] == [f.rule for f in repaired.remaining]


@given(damaged_histories())
def test_repairing_twice_changes_nothing_more(case: Damaged) -> None:
    once = mended(case)
    again = repair(once.request, with_betas(case.history.target, once))
    assert again.changes == []
    assert again.request is once.request


@given(damaged_histories())
def test_input_is_not_mutated_and_the_outcome_is_deterministic(case: Damaged) -> None:
    before = copy.deepcopy(case.request)
    once = mended(case)
    assert case.request == before
    again = repair(before, case.history.target)
    assert again.request == once.request
    assert [change.as_json() for change in again.changes] == [change.as_json() for change in once.changes]
    assert again.ids == once.ids


@given(damaged_histories())
def test_messages_before_the_first_change_are_the_identical_objects(case: Damaged) -> None:
    repaired = mended(case)
    before, after = case.request["messages"], repaired.request["messages"]
    ahead = min(first_changed(repaired), len(before), len(after))
    assert all(before[at] is after[at] for at in range(ahead))


@given(damaged_histories())
def test_what_is_gone_is_named_in_a_change(case: Damaged) -> None:
    repaired = mended(case)
    named = [steps(change.path) for change in repaired.changes]
    kept = {written(block) for _, block in blocks_of(repaired.request)}
    for path, block in blocks_of(case.request):
        if written(block) not in kept:
            assert any(touches(other, path) for other in named), path


def written(block: Json) -> str:
    """A block as JSON, its breakpoint aside."""
    return json.dumps({name: held for name, held in block.items() if name != "cache_control"}, sort_keys=True)


@given(damaged_histories())
def test_nothing_is_lost_without_a_change(case: Damaged) -> None:
    repaired = mended(case)
    if not repaired.changes:
        assert repaired.request is case.request
    else:
        assert repaired.request is not case.request


@pytest.mark.parametrize("loss", ["keeps", "demotes"])
@given(damaged_histories())
def test_no_change_costs_more_than_allowed(loss: str, case: Damaged) -> None:
    repaired = repair(case.request, case.history.target, max_loss=loss, invent=False)
    assert all(str(change.loss) in ("keeps", loss) and not change.invents for change in repaired.changes)
    again = repair(repaired.request, with_betas(case.history.target, repaired), max_loss=loss, invent=False)
    assert again.request is repaired.request


@given(damaged_histories())
def test_repair_of_a_prefix_does_not_depend_on_what_follows(case: Damaged) -> None:
    messages = case.request["messages"]
    cuts = [at for at in range(1, len(messages)) if is_answered(messages[at - 1], messages[at])]
    if not cuts:
        return
    early = repair({**case.request, "messages": messages[: cuts[len(cuts) // 2]]}, case.history.target)
    later = mended(case)
    changes = (*early.changes, *later.changes)
    if {change.by for change in changes} & UNSTABLE or early.remaining or later.remaining:
        return
    if any(JOINED in change.what for change in changes) or native_pairs(Index(early.request)).waiting:
        return  # of a call in flight the result is still to come, and may be one that nobody can read
    first = [unmarked(message) for message in early.request["messages"]]
    assert first == [unmarked(message) for message in later.request["messages"][: len(first)]]


def is_answered(message: Json, behind: Json) -> bool:
    """Whether the request that ends here got the answer behind it."""
    return message.get("role") == "user" and behind.get("role") == "assistant"


def unmarked(message: Json) -> Json:
    """A message with its breakpoints aside, and a lone text as a bare string, which carries none."""
    content = message["content"]
    if not isinstance(content, list):
        return message
    bare = [{name: held for name, held in block.items() if name != "cache_control"} for block in content]
    lone = len(bare) == 1 and bare[0].keys() == {"type", "text"}
    return {**message, "content": bare[0]["text"] if lone else bare}


@given(damaged_histories())
def test_changes_hold_nothing_of_the_conversation(case: Damaged) -> None:
    said = [text for text in texts_in(case.request["messages"]) if len(text) > 3]
    for change in mended(case).changes:
        assert not any(text in change.what for text in said)


def texts_in(value: Any) -> Iterator[str]:
    """The strings of a conversation that are somebody's: not the keys, types, roles and names of fields."""
    if isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if isinstance(item, str) and key in (
                "text",
                "thinking",
                "signature",
                "data",
                "id",
                "tool_use_id",
                "content",
            ):
                yield item
            elif not isinstance(item, str):
                yield from texts_in(item)


@given(odd_histories())
def test_odd_values_are_judged_and_repaired_without_raising(case: Damaged) -> None:
    before = repr(case.request)
    try:
        check(case.request, case.history.target)
    except UnreadableError:
        return
    notes(case.request)
    repaired = mended(case)
    assert repr(case.request) == before
    target = with_betas(case.history.target, repaired)
    assert [f.rule for f in check(repaired.request, target)] == [f.rule for f in repaired.remaining]
    assert repair(repaired.request, target).request is repaired.request


def touches(change: Path, block: Path) -> bool:
    """Whether a change stands at a block, in it, or at what holds it."""
    shared = min(len(change), len(block))
    return change[:shared] == block[:shared] and len(change) > 0


def blocks_of(request: Json) -> list[tuple[Path, Json]]:
    """Every top-level block of the messages with its path, those of bare strings aside."""
    return [
        (("messages", at, "content", position), block)
        for at, message in enumerate(request["messages"])
        if isinstance(message, dict) and isinstance(message.get("content"), list)
        for position, block in enumerate(message["content"])
        if isinstance(block, dict)
    ]
