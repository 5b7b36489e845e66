"""One request that takes long must hold up no other; what is not judged in time is told."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from sendable.gateway.judges import Judges, Late
from sendable.relay import Relay
from tests.gateway.raw import Recorded, between, client, one_answer, said
from tests.gateway.talk import BROKEN, SOUND, encoded, parts, posted, request, user
from tests.gateway.test_looked_at import ANSWER, Scripted

LONG = encoded(request(user("takes long")))


class Gate:
    """Work that takes as long as it is told."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.go = threading.Event()

    def __call__(self, *_: object) -> str:
        self.begun.release()
        self.go.wait(10.0)
        return "long"


@pytest.fixture
def gate() -> Iterator[Gate]:
    made = Gate()
    yield made
    made.go.set()


def run(deed: Callable[[Judges], Any], **options: Any) -> list[Relay]:
    made: list[Relay] = []

    def make() -> Relay:
        made.append(Relay())
        return made[-1]

    judges = Judges(make, **{"within": 5.0, "patience": 0.02, **options})
    asyncio.run(deed(judges))
    judges.close()
    return made


def test_what_is_quick_is_done_by_one() -> None:
    async def deed(judges: Judges) -> None:
        answers = await asyncio.gather(*(judges.judged(lambda relay: id(relay)) for _ in range(50)))
        assert len({answer for answer, _ in answers}) == 1  # type: ignore[misc]

    assert len(run(deed)) == 1


def test_who_waits_behind_a_long_one_is_given_to_another(gate: Gate) -> None:
    async def deed(judges: Judges) -> None:
        long = asyncio.create_task(judges.judged(gate))
        await asyncio.sleep(0)
        quick = await asyncio.gather(*(judges.judged(lambda _: "quick") for _ in range(20)))
        assert [answer for answer, _ in quick] == ["quick"] * 20  # type: ignore[misc]
        assert not long.done()
        gate.go.set()
        answer, judge = await long  # type: ignore[misc]
        assert answer == "long"
        assert await judges.goes_on(judge, lambda: "more") == "more"

    assert len(run(deed)) == 2


def test_where_all_are_kept_it_is_told_whether_it_was_begun(gate: Gate) -> None:
    async def deed(judges: Judges) -> None:
        long = [asyncio.create_task(judges.judged(gate)) for _ in range(3)]
        await asyncio.sleep(0)
        assert await judges.judged(lambda _: "never") == Late(begun=False)
        assert await asyncio.gather(*long) == [Late(begun=True), Late(begun=True), Late(begun=False)]
        gate.go.set()

    assert len(run(deed, within=0.8, most=2)) == 2


def test_who_leaves_is_not_judged_any_more(gate: Gate) -> None:
    done: list[Relay] = []

    async def deed(judges: Judges) -> None:
        long = asyncio.create_task(judges.judged(gate))
        waiting = asyncio.create_task(judges.judged(done.append))
        await asyncio.sleep(0.05)
        waiting.cancel()
        await asyncio.wait((waiting,))
        gate.go.set()
        await long

    run(deed, most=1)
    assert done == []


@pytest.fixture
def taking_long(monkeypatch: pytest.MonkeyPatch, gate: Gate) -> Gate:
    judged = Relay._passage

    def judging(relay: Relay, body: bytes, *more: Any) -> Any:
        if body == LONG:
            gate()
        return judged(relay, body, *more)

    monkeypatch.setattr(Relay, "_passage", judging)
    return gate


@pytest.mark.parametrize(("closed", "status"), [(False, 200), (True, 500)])
def test_what_takes_too_long_goes_as_it_came_or_not_at_all(taking_long: Gate, closed: bool, status: int) -> None:
    kept = Scripted(ANSWER)
    with between(kept, judge_timeout=0.8, fail_closed=closed) as (server, _):
        answer = parts(said(server, posted(LONG)))
        assert (answer[0], answer[1]["sendable-verdict"], answer[1]["sendable-notes"]) == (status, "failed", "slow")
        taking_long.go.set()
    assert kept.bodies == [LONG] * (not closed)


def test_others_are_repaired_meanwhile_and_who_left_frees_its_place(taking_long: Gate) -> None:
    with between(Recorded(ANSWER), concurrency=2) as (server, _), client(server) as held:
        with client(server) as gone:
            gone.sendall(posted(LONG))
            assert taking_long.begun.acquire(timeout=5.0)
        held.sendall(posted(LONG))
        assert taking_long.begun.acquire(timeout=5.0)
        for body, verdict in ((SOUND, "accepted"), (BROKEN, "repaired"), (SOUND, "accepted")):
            status, headers, _ = parts(said(server, posted(encoded(body))))
            assert (status, headers["sendable-verdict"]) == (200, verdict)
        taking_long.go.set()
        assert parts(one_answer(held))[1]["sendable-verdict"] == "accepted"


def test_where_all_judges_are_kept_the_others_go_as_they_came(taking_long: Gate) -> None:
    with between(Recorded(ANSWER), judge_timeout=1.0) as (server, _):
        threads = [threading.Thread(target=said, args=(server, posted(LONG))) for _ in range(4)]
        for thread in threads:
            thread.start()
            assert taking_long.begun.acquire(timeout=5.0)
        headers = parts(said(server, posted(encoded(BROKEN))))[1]
        assert (headers["sendable-verdict"], headers["sendable-notes"]) == ("failed", "busy")
        taking_long.go.set()
        for thread in threads:
            thread.join()
