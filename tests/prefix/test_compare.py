import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable import Target, UnreadableError, compare
from sendable.prefix.canonical import exact_message
from sendable.prefix.compare import compared
from sendable.prefix.thoughts import thoughts
from sendable.wire.index import Index
from tests.prefix.conversations import answered, request, said, thought, words
from tests.strategies.damage.histories import Damaged, damaged_histories

OPUS = Target(model="claude-opus-5-5")
Json = dict[str, Any]


def made_under(messages: list[Any]) -> dict[str, tuple[list[Any], list[str]]]:
    """For each thinking block what stood before it, and which thinking, recomputed from scratch."""
    found: dict[str, tuple[list[Any], list[str]]] = {}
    keys: list[str] = []
    for one in thoughts(messages):
        at, block = one.place
        inside = exact_message({**messages[at], "content": messages[at]["content"][:block]})["content"]
        found[one.key] = ([*map(exact_message, messages[:at]), inside], list(keys))
        keys.append(one.key)
    return found


def naive(earlier: list[Any], later: list[Any], answer: list[Any]) -> list[str]:
    """Paths of the stale blocks, from what each was made under."""
    made = made_under([*earlier, *answer])
    now = made_under(later)
    held = thoughts(later)
    for number, one in enumerate(held):
        if one.key not in made:
            continue
        before, chain = made[one.key]
        here, chain_here = now[one.key]
        kept = chain[len(chain) - len(chain_here) :] if len(chain_here) <= len(chain) else None
        if before != here or kept != chain_here:
            return [other.path for other in held[number:]]
    return []


def swap(messages: list[Any], at: int) -> None:
    if at + 2 < len(messages):
        messages[at], messages[at + 2] = messages[at + 2], messages[at]


def reword(messages: list[Any], at: int) -> None:
    messages[at]["content"][-1]["text"] += "!"


def forget(messages: list[Any], at: int) -> None:
    messages[at]["content"] = [block for block in messages[at]["content"] if block["type"] != "thinking"]


def insert(messages: list[Any], at: int) -> None:
    messages.insert(at, said(f"new {len(messages)} {at}"))


EDITS: list[Callable[[list[Any], int], None]] = [
    lambda messages, at: messages.pop(at) and None,
    insert,
    reword,
    forget,
    swap,
    lambda messages, at: messages.__delitem__(slice(0, at)),
    lambda messages, at: messages[at]["content"].append(words(f"more {at}")),
]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[Any], list[Any], list[Any]]:
    turns = draw(st.integers(1, 6))
    earlier: list[Any] = []
    for turn in range(turns):
        earlier += [said(f"question {turn}"), answered(f"s{turn}", draw(st.integers(0, 2)))]
    earlier.append(said("last question"))
    answer = [answered("answer", draw(st.integers(0, 2)))]
    changed = copy.deepcopy(earlier)
    for _ in range(draw(st.integers(0, 4))):
        if changed:
            draw(st.sampled_from(EDITS))(changed, draw(st.integers(0, len(changed) - 1)))
    return earlier, [*changed, *answer, said("thanks")], answer


@given(pairs())
def test_stale_blocks_are_those_that_a_naive_recomputation_finds(pair: tuple[list[Any], list[Any], list[Any]]) -> None:
    earlier, later, answer = pair
    found = compared(request(*earlier), request(*later), OPUS, every=True, answer=thoughts(answer))
    assert sorted([*found.stale, *found.unsure]) == sorted(naive(earlier, later, answer))
    assert found.extends == (not [one for one in found.differences if one.prefix])


def test_any_form_of_a_request_is_taken() -> None:
    body = request(said("a"))
    for form in (body, json.dumps(body), json.dumps(body).encode(), Index(body), body["messages"]):
        assert compare(form, body).extends
    with pytest.raises(UnreadableError):
        compare("nonsense", body)


def test_first_difference_alone_is_named_unless_all_are_asked_for() -> None:
    earlier = request(said("a"), answered("s", 1), said("b"), system="x")
    later = request(said("a!"), answered("s", 1), said("b!"), system="y")
    one, every = compare(earlier, later, OPUS), compare(earlier, later, OPUS, every=True)
    assert [difference.path for difference in one.differences] == ["system"]
    assert [difference.kind for difference in every.differences] == [
        "system-changed",
        "message-changed",
        "message-changed",
    ]
    assert one.count == every.count == 3


def test_nothing_goes_stale_where_nothing_is_checked() -> None:
    earlier, later = request(said("a")), request(said("b"), answered("s", 1), said("c"))
    for target in (Target(model="claude-opus-4-8"), Target(model="claude-opus-5-5", enforces_prefix=False)):
        found = compare(earlier, later, target)
        assert (found.checks, found.verdict, found.stale) == (False, "safe", ())
        assert found.first is not None


def test_setting_asks_an_older_account_for_the_check() -> None:
    earlier, later = request(said("a")), request(said("b"), answered("s", 1), said("c"))
    later["thinking"] = {"type": "adaptive", "block_binding": {"prefix_mismatch_behavior": "drop_block"}}
    found = compare(earlier, later, Target(model="claude-opus-5-5", enforces_prefix=False))
    assert (found.verdict, found.drops) == ("stale", True)


def test_nobody_is_sure_without_a_model() -> None:
    earlier, later = {"messages": [said("a")]}, {"messages": [said("b"), answered("s", 1), said("c")]}
    found = compare(earlier, later)
    assert (found.checks, found.stale, found.unsure) == (None, (), ("messages.1.content.0",))


def test_switch_of_model_tells_what_is_left_out() -> None:
    earlier = request(said("a"), answered("s", 1), said("b"))
    later = {
        **request(said("a"), answered("s", 1), said("b"), answered("t", 1), said("c")),
        "model": "claude-sonnet-5-5",
    }
    found = compare(earlier, later)
    assert found.verdict == "safe"
    (lost,) = found.unread
    assert (lost.maker, lost.reader, lost.certainty) == ("claude-opus-5-5", "claude-sonnet-5-5", "changed")
    assert lost.paths == ("messages.1.content.0", "messages.3.content.0")
    assert found.cache is not None
    assert found.cache.path == "tools"


def test_thinking_that_is_left_out_anyway_does_not_go_stale() -> None:
    earlier = request(said("a"), answered("s", 1), said("b"))
    later = {**request(said("a!"), answered("s", 1), said("b")), "model": "claude-sonnet-5-5"}
    found = compare(earlier, later)
    assert (found.stale, found.unsure, len(found.unread)) == ((), (), 1)


def test_text_of_thinking_is_not_compared_but_told() -> None:
    earlier = request(said("a"), answered("s", 1), said("b"))
    later = copy.deepcopy(earlier)
    later["messages"][1]["content"][0]["thinking"] = "something else"
    found = compare(earlier, later, OPUS)
    assert (found.verdict, found.first and found.first.kind) == ("unsure", "thinking-edited")


def test_thinking_behind_other_blocks_of_its_message_has_moved() -> None:
    earlier = request(said("a"), answered("s", 1), said("b"))
    later = copy.deepcopy(earlier)
    later["messages"][1]["content"].reverse()
    found = compare(earlier, later, OPUS)
    assert (found.first and found.first.kind, found.stale) == ("thinking-moved", ("messages.1.content.1",))


def test_message_in_front_of_the_answer_is_unsure_unless_the_answer_is_known() -> None:
    earlier = request(said("a"))
    later = request(said("a"), said("b"), answered("s", 1), said("c"))
    assert compare(earlier, later, OPUS).unsure == ("messages.2.content.0",)
    known = compared(earlier, later, OPUS, answer=thoughts([answered("s", 1)]))
    assert known.stale == ("messages.2.content.0",)
    other = compared(earlier, later, OPUS, answer=[])
    assert (other.verdict, other.extends) == ("safe", True)


def test_restart_is_no_more_than_what_could_have_been_read() -> None:
    earlier = request(said("a"), answered("s", 1), said("b"))
    later = request(said("a!"), answered("s", 1), said("b"), answered("t", 1), said("long " * 1000))
    cache = compare(earlier, later, OPUS).cache
    assert cache is not None
    assert cache.path == "messages.0.content.0"
    assert cache.bytes == sum(len(json.dumps(one, separators=(",", ":"))) for one in later["messages"][:3])


ODD: list[Any] = [
    None,
    1,
    "x",
    [],
    {},
    [1],
    {"role": 1},
    {"role": ["user"], "name": ["x"], "type": ["y"], "content": [{"type": ["z"], "id": "toolu_1"}]},
    {"role": "user", "content": 7},
    {"role": "assistant", "content": [None]},
    {"role": "assistant", "content": [{"type": ["thinking"], "signature": 1}, {"type": "thinking", "signature": 2}]},
    {"role": "assistant", "content": [{"type": "compaction"}]},
    {"role": "user", "content": [{"type": "tool_result"}, {"type": "image", "source": {"type": ["base64"]}}]},
    {"name": ["x"], "defer_loading": True},
]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_odd_values_never_end_a_comparison(odd: Any) -> None:
    plain = request(said("a"), answered("s", 1), said("b"), tools=[{"name": "f", "defer_loading": True}])
    names = ("thinking", "output_config", "tool_choice", "speed", "model", "messages", "tools", "system")
    others: list[Json] = [{**plain, name: odd} for name in names]
    others.append({**plain, "tools": [odd]})
    others += [{**plain, "messages": held} for held in ([*plain["messages"], odd], [odd, *plain["messages"]])]
    for other in others:
        for pair in ((plain, other), (other, plain), (other, copy.deepcopy(other))):
            compare(*pair, OPUS, every=True).as_json()


def test_true_is_no_one() -> None:
    def calling(value: Any) -> Json:
        call = {"type": "tool_use", "id": "toolu_1", "name": "f", "input": {"q": value}}
        return request(said("a"), {"role": "assistant", "content": [call]}, said("b"), answered("s", 1), said("c"))

    assert compare(calling(True), calling(1), OPUS).verdict == "stale"
    assert compare(calling(1.0), calling(1), OPUS).verdict == "unsure"


def test_thought_is_known_by_what_was_signed() -> None:
    assert thoughts([{"role": "assistant", "content": [thought("k")]}])[0].key == "k"


@given(damaged_histories(), st.booleans())
def test_one_difference_tells_the_same_as_all(case: Damaged, back: bool) -> None:
    pair = (case.history.request, case.request)
    earlier, later = pair[::-1] if back else pair
    try:
        one, every = compare(earlier, later, OPUS), compare(earlier, later, OPUS, every=True)
    except UnreadableError:
        return
    assert one.first == every.first
    assert (one.count, one.stale, one.unsure, one.cache) == (every.count, every.stale, every.unsure, every.cache)
    assert len([difference for difference in every.differences if difference.prefix]) == every.count


@given(st.lists(st.sampled_from("abcdef"), max_size=8), st.lists(st.sampled_from("abcdef"), max_size=8))
def test_of_any_two_conversations_one_difference_tells_the_same_as_all(some: list[str], others: list[str]) -> None:
    def conversation(words: list[str]) -> Json:
        turns = [
            {"role": "user", "content": word}
            if word < "c"
            else {"role": "assistant", "content": [thought(word), {"type": "text", "text": f"{at // 4}"}]}
            for at, word in enumerate(words)
        ]
        return {"model": "claude-opus-5-5", "max_tokens": 9, "messages": turns}

    one = compare(conversation(some), conversation(others), OPUS)
    every = compare(conversation(some), conversation(others), OPUS, every=True)
    assert one.first == every.first
    assert (one.count, one.stale, one.unsure, one.cache) == (every.count, every.stale, every.unsure, every.cache)


@pytest.mark.parametrize(("kind", "told"), [("image", "of an image block"), ("document", "of a document block")])
def test_a_block_is_called_by_the_right_article(kind: str, told: str) -> None:
    block = {"type": kind, "source": {"type": "url", "url": "https://media.example/a"}, "title": "x"}
    bare = {name: held for name, held in block.items() if name != "title"}
    found = compare(request({"role": "user", "content": [block]}), request({"role": "user", "content": [bare]}))
    assert found.first is not None
    assert told in found.first.what
