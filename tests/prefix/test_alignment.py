import copy

from sendable.prefix.alignment import Alignment, Gap, align, pairs_in, same, same_message
from sendable.prefix.side import Side
from tests.prefix.conversations import answered, said

MESSAGES = [message for at in range(12) for message in (said(f"q{at}"), answered(f"s{at}"))]


def aligned(later: list[object], earlier: list[object] | None = None) -> Alignment:
    return align(Side(MESSAGES if earlier is None else earlier), Side(later))


def test_equal_messages_leave_no_gap() -> None:
    assert aligned([*copy.deepcopy(MESSAGES), said("more")]) == Alignment([], 24, [], [])


def test_change_deletion_and_insertion_are_small_gaps() -> None:
    assert aligned([said("other"), *MESSAGES[1:]]).gaps == [Gap(range(1), range(1))]
    assert aligned([*MESSAGES[:4], *MESSAGES[6:]]).gaps == [Gap(range(4, 6), range(4, 4))]
    assert aligned([*MESSAGES[:4], said("x"), *MESSAGES[4:]]).gaps == [Gap(range(4, 4), range(4, 5))]


def test_long_deletion_is_found_by_digests() -> None:
    found = aligned([*MESSAGES[:2], *MESSAGES[16:], said("more")])
    assert (found.gaps, found.end) == ([Gap(range(2, 16), range(2, 2))], 10)


def test_missing_tail_is_a_gap() -> None:
    assert aligned(list(MESSAGES[:20])).gaps == [Gap(range(20, 24), range(20, 20))]


def test_rest_with_the_same_roles_stands_for_what_is_missing() -> None:
    others = [said(f"o{at}") if at % 2 == 0 else answered(f"o{at}") for at in range(26)]
    found = aligned([*MESSAGES[:2], *others])
    assert (found.gaps, found.end) == ([Gap(range(2, 24), range(2, 24))], 24)


def test_thinking_and_breakpoints_touch_a_message_and_leave_it_the_same() -> None:
    later = copy.deepcopy(MESSAGES)
    later[1]["content"].pop(0)
    later[2]["content"][0]["cache_control"] = {"type": "ephemeral"}
    later[4]["content"][0] = dict(reversed(later[4]["content"][0].items()))
    found = aligned(list(later))
    assert (found.gaps, found.touched, found.other_bytes) == ([], [(1, 1), (2, 2)], [(4, 4)])


def test_pairs_go_by_marks_and_then_by_roles() -> None:
    roles = {"earlier": "uau", "later": "auu"}
    marks = {"earlier": "xyz", "later": "zxy"}
    same_roles = {"earlier": "uuu", "later": "uuu"}

    def none(side: str, at: int) -> None:
        assert roles[side][at]

    found = pairs_in(Gap(range(3), range(3)), none, lambda side, at: roles[side][at])
    assert found == [(None, 0), (0, 1), (1, None), (2, 2)]
    found = pairs_in(Gap(range(3), range(3)), lambda side, at: marks[side][at], lambda side, at: same_roles[side][at])
    assert {(0, 1), (1, 2)} <= set(found)


def test_values_differ_by_their_type() -> None:
    assert not same(True, 1)
    assert not same({"a": 1}, {"a": 1.0})
    assert same({"a": 1, "b": "x"}, {"b": "x", "a": 1})
    assert not same_message(said("a"), {**said("a"), "role": "assistant"})
