import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given

from sendable.contract.catalog import catalog
from sendable.contract.catalog import laws as known_laws
from sendable.contract.check import judged
from sendable.contract.rule import Example
from sendable.repair import passes
from sendable.repair.options import Options
from sendable.repair.order import ORDER
from sendable.repair.repair_pass import Pass
from sendable.repair.work import Work
from sendable.targets import Target
from sendable.wire.index import Index
from sendable.wire.paths import Path as Place
from sendable.wire.paths import steps
from tests.strategies.damage.histories import Damaged, damaged_histories

Json = dict[str, Any]


PASSES = Path(passes.__path__[0])

# Where in the order a rule is answered for the last time: from there on it stays silent.
LAST = {rule: at for at, one in enumerate(ORDER) for rule in one.fixes}


class Step(NamedTuple):
    """One pass at its place in the order, on a request of its own."""

    one: Pass
    before: Json
    copied: Json
    work: Work
    changed: bool


def work_on(request: Json, target: Target) -> Work:
    index = Index(request)
    return Work(index, target, Options(), judged(index, target))


def run(one: Pass, work: Work) -> bool:
    """Run one pass as a sweep does; whether it changed something."""
    mine = [finding for finding in work.findings if finding.rule in one.fixes]
    return bool(mine or one.always) and work.run(one, mine)


def walked(request: Json, target: Target) -> Iterator[Step]:
    """Every pass in order, on the outcome of those before it."""
    target = target.for_request(request)
    for one in ORDER:
        work = work_on(request, target)
        copied = copy.deepcopy(request)
        changed = run(one, work)
        yield Step(one, request, copied, work, changed)
        request, target = work.index.request, work.target


def hold(step: Step, cleared: set[str]) -> None:
    """The laws of one pass."""
    name, after = step.one.name, step.work.index.request
    assert step.before == step.copied, f"{name} mutates its input"
    if not step.changed:
        assert after is step.before, f"{name} changes nothing, but gives another object"
        return
    changes = step.work.changes
    assert changes, f"{name} edits without a change"
    assert {change.by for change in changes} == {name}
    assert {change.rule for change in changes} <= {*step.one.fixes, ""}, f"{name} answers another's rule"
    found = {finding.rule for finding in step.work.findings}
    assert not found & cleared, f"{name} brings back {found & cleared}"
    again = work_on(after, step.work.target)
    assert not run(step.one, again), f"{name} is not done after one run"
    prefix_stays(step)


def prefix_stays(step: Step) -> None:
    paths: list[Place] = [steps(place) for change in step.work.changes for place in (change.path, change.since)]
    first = min((path[1] for path in paths if len(path) > 1 and isinstance(path[1], int)), default=1_000_000)
    before, after = step.before.get("messages"), step.work.index.request.get("messages")
    if isinstance(before, list) and isinstance(after, list):
        kept = min(first, len(before), len(after))
        assert all(before[at] is after[at] for at in range(kept)), f"{step.one.name} touches what it does not name"


def laws(request: Json, target: Target) -> None:
    cleared: set[str] = set()
    for at, step in enumerate(walked(request, target)):
        hold(step, cleared)
        left = {finding.rule for finding in step.work.findings}
        cleared |= {rule for rule in step.one.fixes if LAST[rule] == at} - left


@given(damaged_histories())
def test_laws_hold_on_damaged_histories(case: Damaged) -> None:
    laws(case.request, case.history.target)


EXAMPLES = [(rule.id, example) for rule in catalog().values() for example in (rule.breaks, rule.spares)]


@pytest.mark.parametrize("example", [pytest.param(example, id=name) for name, example in EXAMPLES])
def test_laws_hold_on_the_examples_of_the_rules(example: Example) -> None:
    """Requests with more than a thousand messages aside: they break nothing but the limit on their number."""
    if isinstance(example.request, dict) and len(example.request.get("messages", ())) <= 1000:
        laws(example.request, example.target)


def test_every_rule_has_a_pass_or_a_reason_for_none() -> None:
    answered = {name for one in ORDER for name in one.fixes}
    assert {name for name, rule in known_laws().items() if not rule.unrepairable} - answered == set()


def test_passes_answer_rules_that_exist() -> None:
    assert {name for one in ORDER for name in one.fixes} <= set(known_laws())


def test_every_pass_says_what_it_changes_and_what_was_rejected() -> None:
    for one in ORDER:
        law, _, reason = one.doc.partition("\n")
        assert law.endswith("."), one.name
        assert reason.strip(), one.name


def test_every_pass_is_in_the_order() -> None:
    files = {file.stem for file in PASSES.glob("*.py")} - {"__init__"}
    assert files == {one.name for one in ORDER}
