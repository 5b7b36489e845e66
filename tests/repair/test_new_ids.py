import re

from hypothesis import given
from hypothesis import strategies as st

from sendable.repair.new_ids import new_id, placed_id

fits = re.compile(r"[a-zA-Z0-9_-]{1,64}\Z").match

anything = st.text(alphabet=st.characters(), max_size=300)


@given(anything)
def test_every_new_id_fits_every_platform(old: str) -> None:
    assert fits(new_id(old))


@given(anything, anything)
def test_different_ids_stay_different(one: str, other: str) -> None:
    assert (new_id(one) == new_id(other)) == (one == other)


def test_an_id_becomes_the_same_on_every_machine() -> None:
    assert new_id("call_a|fc:1.2") == "call_a_fc_1_2_erh37mbkjswyt7p4"


def test_ids_that_clean_to_the_same_text_stay_apart() -> None:
    assert len({new_id(old) for old in ("x|1", "x:1", "x 1", "x||1")}) == 4


def test_a_lone_surrogate_is_no_obstacle() -> None:
    assert fits(new_id("a\ud83d"))


def test_nothing_readable_is_called_unnamed() -> None:
    assert new_id("").startswith("unnamed_")
    assert new_id("\u6d77").startswith("unnamed_")


def test_places_have_ids_of_their_own() -> None:
    assert len({placed_id(turn, call) for turn in range(12) for call in range(12)}) == 144
