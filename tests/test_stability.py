import json
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sendable import Repaired, Target, repair
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS, THINKING
from tests.strategies.choice import drawn
from tests.strategies.damage.histories import write_damaged
from tests.test_properties import unmarked, with_betas

Json = dict[str, Any]


def signed(request: Json) -> Json:
    """The request with a signature of its own for each thinking block, as the API gives them."""
    request = json.loads(json.dumps(request))
    blocks = [block for kind in THINKING for block in Index(request).blocks(kind)]
    for number, block in enumerate(blocks):
        field = "signature" if block.kind == "thinking" else "data"
        if isinstance(block.value.get(field), str) and block.value[field]:
            block.value[field] = f"{number:04d}{block.value[field]}"
    return request


class Growing:
    """A conversation, and the numbers of messages with which it was sent."""

    def __init__(self, request: Json, target: Target, cuts: list[int]) -> None:
        self.request, self.target, self.cuts = request, target, cuts

    def __repr__(self) -> str:
        return f"Growing({self.request!r}, {self.target!r}, {self.cuts!r})"

    def sent(self) -> Iterator[tuple[Json, Repaired]]:
        """Each request as given with its repair; the state goes from one to the next as JSON."""
        state = None
        for cut in self.cuts:
            request = {**self.request, "messages": self.request["messages"][:cut]}
            repaired = repair(request, self.target, state=state)
            state = json.loads(json.dumps(repaired.state))
            yield request, repaired


@st.composite
def growing(draw: st.DrawFn) -> Growing:
    pick = drawn(draw)
    case = write_damaged(pick)
    request = signed(case.request)
    places = [at for at in range(1, len(request["messages"])) if could_be_sent(request, at)]
    cuts = sorted({places[pick(len(places))] for _ in range(1 + pick(3))}) if places else []
    return Growing(request, case.history.target, [*cuts, len(request["messages"])])


def could_be_sent(request: Json, at: int) -> bool:
    """Whether a request could end in front of a message: behind a user turn, or a paused one, that got an answer."""
    before, behind = request["messages"][at - 1], request["messages"][at]
    if behind.get("role") != "assistant":
        return False
    if before.get("role") != "assistant":
        return True
    content = before.get("content")
    last = content[-1] if isinstance(content, list) and content else {}
    return isinstance(last, dict) and last.get("type") in (*NATIVE_CALLS, *NATIVE_RESULTS)


def said(request: Json) -> list[Any]:
    return [unmarked(message) for message in request["messages"]]


@given(growing())
def test_repair_of_a_longer_conversation_extends_that_of_the_shorter(case: Growing) -> None:
    shorter: Repaired | None = None
    for _, longer in case.sent():
        if shorter is not None and not shorter.remaining:
            before, now = said(shorter.request), said(longer.request)
            assert now[: len(before)] == before
        shorter = longer
