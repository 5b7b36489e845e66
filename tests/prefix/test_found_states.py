import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import Ledger
from sendable.prefix.stores import MemoryStore
from sendable.wire.build import assistant, cached, request, text, thinking, tool, user

Json = dict[str, Any]

MESSAGES = [
    user(text("a")),
    assistant(thinking(signature="A"), text("b")),
    assistant(thinking(signature="A'"), text("b")),
    user(cached(text("a"))),
    assistant(text("b")),
    user("a"),
    user(text("c")),
    assistant(thinking(signature="B"), text("d")),
]
FRAMES: list[Json] = [{}, {"system": "Be kind."}, {"tools": [tool()]}, {"tools": [cached(tool())]}]


def plain(value: Any) -> Any:
    """What is compared of a message or a tool, found the simplest way: without thinking and marks."""
    if isinstance(value, dict):
        return {name: plain(held) for name, held in value.items() if name != "cache_control"}
    if isinstance(value, list):
        return [plain(held) for held in value if not (isinstance(held, dict) and held.get("type") == "thinking")]
    return value


def signed(messages: list[Any]) -> list[str]:
    """The thinking of some messages."""
    return [
        block["signature"]
        for message in messages
        if isinstance(message["content"], list)
        for block in message["content"]
        if block.get("type") == "thinking"
    ]


class Kept:
    """All that was kept, and a search that compares everything with everything."""

    def __init__(self) -> None:
        self.states: list[tuple[Json, list[Any], Json]] = []

    def keep(self, asked: Json, state: Json) -> None:
        own = self._own(asked)
        self.states = [one for one in self.states if self._own(one[0]) != own]
        self.states.append((asked, plain(asked["messages"]), state))

    def find(self, asked: Json) -> Json | None:
        messages = plain(asked["messages"])
        for count in range(len(messages), 0, -1):
            here = [(held, state) for held, plainly, state in self.states if plainly == messages[:count]]
            part = {**asked, "messages": asked["messages"][:count]}
            found = [state for held, state in here if self._own(held) == self._own(part)]
            if here and self._fits(*here[-1], part):
                found.append(here[-1][1])
            if found:
                return found[0]
        return None

    @staticmethod
    def _fits(held: Json, state: Json, part: Json) -> bool:
        now, then = signed(part["messages"]), signed(held["messages"])
        return not state.get("removed") or now == then or len(now) < len(then)

    @staticmethod
    def _own(asked: Json) -> Any:
        frame = plain({name: asked.get(name) for name in ("system", "tools")})
        return frame, plain(asked["messages"]), signed(asked["messages"])


@st.composite
def conversations(draw: st.DrawFn) -> list[Json]:
    """Requests that go on from one another, branch off, or lose their first messages."""
    sent: list[Json] = []
    for _ in range(draw(st.integers(1, 12))):
        held = draw(st.sampled_from(sent))["messages"] if sent else []
        first, last = draw(st.integers(0, 1)), draw(st.integers(0, len(held)))
        more = draw(st.lists(st.sampled_from(MESSAGES), min_size=1, max_size=8))
        sent.append(request(*held[first:last], *more, **draw(st.sampled_from(FRAMES))))
    return sent


@given(conversations(), st.lists(st.booleans(), min_size=12, max_size=12))
def test_the_longest_conversation_that_goes_on_is_found_and_no_other(sent: list[Json], removes: list[bool]) -> None:
    ledger, kept = Ledger(), Kept()
    for number, asked in enumerate(sent):
        assert ledger.state_of(asked) == kept.find(asked)
        state: Json = {"number": number, **({"removed": ["A"]} if removes[number] else {})}
        ledger.keep_state_of(asked, state)
        kept.keep(asked, state)
        assert ledger.state_of(json.dumps(asked)) == state


def thought(*signatures: str) -> list[Json]:
    return [message for at in signatures for message in (user("q"), assistant(thinking(signature=at), text("a")))]


def test_a_damaged_copy_and_the_intact_one_keep_their_own_states() -> None:
    ledger = Ledger()
    intact, damaged = [*thought("A", "B"), user("and?")], [*thought("A'", "B"), user("and?")]
    ledger.keep_state_of(request(*intact), {"of": "intact"})
    ledger.keep_state_of(request(*damaged), {"of": "damaged", "removed": ["A'", "B"]})
    for more in ([], turns(3)):
        assert ledger.state_of(request(*intact, *more)) == {"of": "intact"}
        assert ledger.state_of(request(*damaged, *more)) == {"of": "damaged", "removed": ["A'", "B"]}


def test_what_was_removed_stays_so_for_a_client_that_leaves_old_thinking_out() -> None:
    ledger = Ledger()
    state = {"removed": ["B"]}
    ledger.keep_state_of(request(*thought("A", "B"), user("and?")), state)
    shorter = [user("q"), assistant(text("a")), *thought("B")]
    assert ledger.state_of(request(*shorter, user("and?"), *thought("C"))) == state
    assert ledger.state_of(request(*thought("A", "B", "C"), user("and?"))) is None


class Counting(MemoryStore):
    """Counts what is asked for."""

    def __init__(self, **limits: Any) -> None:
        super().__init__(**limits)
        self.asked: list[int] = []

    def states(self, names: Iterable[bytes]) -> dict[bytes, bytes]:
        wanted = list(names)
        self.asked.append(len(wanted))
        return super().states(wanted)


def turns(count: int, start: int = 0) -> list[Json]:
    return [message for at in range(start, count) for message in (user(f"q{at}"), assistant(text(f"a{at}")))]


def test_the_usual_next_turn_takes_one_small_question() -> None:
    store = Counting()
    ledger = Ledger(store)
    for count in (3, 50, 51):
        store.asked.clear()
        ledger.keep_state_of(request(*turns(count), user("and?")), {"count": count})
        found = ledger.state_of(request(*turns(count), user("and?"), assistant("yes"), user("so?")))
        assert (found, store.asked) == ({"count": count}, [8])


def test_a_long_miss_takes_few_more_questions() -> None:
    store = Counting()
    ledger = Ledger(store)
    assert ledger.state_of(request(*turns(500))) is None
    assert store.asked == [8, 64, 932]
    ledger.keep_state_of(request(*turns(10), user("and?")), {"at": 10})
    store.asked.clear()
    assert ledger.state_of(request(*turns(10), user("and?"), *turns(500))) == {"at": 10}
    assert store.asked == [8, 64, 953, 2]


def test_a_branch_gets_the_state_of_the_place_where_it_branched_off() -> None:
    ledger = Ledger()
    for count in range(1, 9):
        ledger.keep_state_of(request(*turns(count), user("and?")), {"count": count})
    assert ledger.state_of(request(*turns(5), user("and?"), assistant("other"), user("so?"))) == {"count": 5}
    assert ledger.state_of(request(*turns(5), user("or?"), assistant("other"), user("so?"))) is None


def test_a_history_that_lost_its_beginning_is_another() -> None:
    ledger = Ledger()
    ledger.keep_state_of(request(*turns(5), user("and?")), {"count": 5})
    assert ledger.state_of(request(*turns(5, start=1), user("and?"), assistant("yes"), user("so?"))) is None


def test_two_prompts_with_one_first_question_keep_their_own_states() -> None:
    ledger = Ledger()
    one, other = request(user("Go."), system="You search."), request(user("Go."), system="You write.")
    ledger.keep_state_of(one, {"of": "one"})
    ledger.keep_state_of(other, {"of": "other"})
    assert ledger.state_of({**one, "messages": [*one["messages"], *turns(2)]}) == {"of": "one"}
    assert ledger.state_of({**other, "messages": [*other["messages"], *turns(2)]}) == {"of": "other"}
    assert ledger.state_of(request(user("Go."), system="You sing.")) == {"of": "other"}


def test_keys_and_conversations_do_not_meet() -> None:
    store = MemoryStore()
    ledger = Ledger(store)
    asked = request(user("Go."))
    ledger.keep_state_of(asked, {"found": True})
    ledger.keep_state("Go.", {"keyed": True})
    assert ledger.state("Go.") == {"keyed": True}
    assert ledger.state_of(asked) == {"found": True}
    assert len(store._states) == 3
    point = ledger.rolling.points(asked["messages"])[1]
    assert not store.states([point.exact, point.loose])


@pytest.mark.parametrize("messages", [[], "none", None, [user("a"), "no message"]], ids=repr)
def test_what_is_no_conversation_has_no_state(messages: Any) -> None:
    ledger = Ledger()
    ledger.keep_state_of({"messages": messages}, {"a": 1})
    assert ledger.state_of({"messages": messages}) is None
    assert ledger.store._states == {}  # type: ignore[attr-defined]


def test_a_name_whose_state_was_forgotten_leads_to_the_one_before() -> None:
    store = MemoryStore()
    ledger = Ledger(store)
    held = turns(20)
    for count in range(1, 40, 2):
        ledger.keep_state_of(request(*held[:count]), {"count": count})
    assert ledger.state_of(request(*held)) == {"count": 39}
    for name in list(store._states)[2::2]:
        del store._states[name]
    assert ledger.state_of(request(*held)) == {"count": 1}
