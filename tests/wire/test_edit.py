import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sendable.wire.edit import Edit, Origins
from sendable.wire.paths import lookup

VALUE: dict[str, Any] = {"a": {"b": 1, "c": [10, 11, 12]}, "d": [{"e": 1}, {"f": [1, 2]}], "g": "x"}


def made() -> dict[str, Any]:
    return copy.deepcopy(VALUE)


def test_nothing_edited_gives_the_same_objects() -> None:
    value, origins = made(), Origins()
    assert Edit(value, origins).done() == (value, origins)
    assert Edit(value).done()[0] is value


def test_only_containers_on_the_way_are_copied() -> None:
    value = made()
    edit = Edit(value)
    edit.set(("d", 1, "f", 0), 9)
    edited, _ = edit.done()
    assert edited == {**VALUE, "d": [{"e": 1}, {"f": [9, 2]}]}
    assert value == VALUE
    assert edited["a"] is value["a"]
    assert edited["d"][0] is value["d"][0]


def test_a_key_that_is_new_is_added() -> None:
    edit = Edit(made())
    edit.set(("a", "z"), 5)
    assert edit.done()[0]["a"] == {"b": 1, "c": [10, 11, 12], "z": 5}


def test_dropping_a_key_that_is_not_there_changes_nothing_else() -> None:
    edit = Edit(made())
    edit.drop(("a", "z"))
    assert edit.done()[0] == VALUE


def test_edits_speak_of_the_value_as_it_was() -> None:
    edit = Edit(made())
    edit.drop(("a", "c", 0))
    edit.set(("a", "c", 2), 99)
    edit.insert(("a", "c", 1), 50)
    assert edit.done()[0]["a"]["c"] == [50, 11, 99]


def test_inserts_at_one_place_keep_their_order() -> None:
    edit = Edit(made())
    edit.insert(("a", "c", 1), "x")
    edit.insert(("a", "c", 1), "y")
    edit.insert(("a", "c", 3), "end")
    assert edit.done()[0]["a"]["c"] == [10, "x", "y", 11, 12, "end"]


def test_insert_into_a_list_that_was_put_in_place_of_another_value() -> None:
    edit = Edit(made())
    edit.set(("g",), ["x"])
    edit.insert(("g", 1), "y")
    assert edit.done()[0]["g"] == ["x", "y"]


def test_a_field_of_a_replaced_value_is_edited() -> None:
    edit = Edit(made())
    edit.set(("a",), {"b": 5, "k": 6})
    edit.drop(("a", "b"))
    assert edit.done()[0]["a"] == {"k": 6}


def test_dropped_places_are_told() -> None:
    edit = Edit(made())
    edit.drop(("d", 0))
    assert edit.is_dropped(("d", 0))
    assert not edit.is_dropped(("d",))
    assert not edit.is_dropped(("d", 0, "e"))
    assert not edit.is_dropped(("d", 1))


def test_insert_asks_for_an_index() -> None:
    with pytest.raises(AssertionError):
        Edit(made()).insert(("a", "b"), 1)


def test_origins_of_an_untouched_value_are_its_own_paths() -> None:
    assert Origins().of(("d", 1, "f")) == ("d", 1, "f")
    assert Origins().of(()) == ()


def test_origins_shift_behind_a_drop() -> None:
    edit = Edit(made())
    edit.drop(("a", "c", 0))
    _, origins = edit.done()
    assert origins.of(("a", "c", 0)) == ("a", "c", 1)
    assert origins.of(("a", "c")) == ("a", "c")


def test_origin_of_an_insert_is_the_entry_before_it_unless_told() -> None:
    edit = Edit(made())
    edit.insert(("a", "c", 2), "new")
    edit.insert(("a", "c", 3), "moved", origin=("d", 0))
    _, origins = edit.done()
    assert origins.of(("a", "c", 2)) == ("a", "c", 1)
    assert origins.of(("a", "c", 4)) == ("d", 0)
    assert origins.of(("a", "c", 3)) == ("a", "c", 2)


def test_origin_below_what_was_put_in_is_its_place() -> None:
    edit = Edit(made())
    edit.set(("d", 1), {"new": [1]})
    _, origins = edit.done()
    assert origins.of(("d", 1)) == ("d", 1)
    assert origins.of(("d", 1, "new", 0)) == ("d", 1)


def test_origin_of_an_insert_into_an_empty_list_is_a_place_in_it() -> None:
    edit = Edit({"a": []})
    edit.insert(("a", 0), 1)
    assert edit.done()[1].of(("a", 0)) == ("a", 0)


def test_origins_reach_through_two_edits() -> None:
    first = Edit(made())
    first.drop(("d", 0))
    value, origins = first.done()
    second = Edit(value, origins)
    second.drop(("d", 0, "f", 0))
    second.insert(("d", 1), {"late": 1})
    value, origins = second.done()
    assert value["d"] == [{"f": [2]}, {"late": 1}]
    assert origins.of(("d", 0, "f", 0)) == ("d", 1, "f", 1)
    assert origins.of(("d", 1)) == ("d", 1)


def test_origin_of_a_moved_entry_survives_a_second_edit() -> None:
    first = Edit(made())
    first.drop(("d", 1))
    first.insert(("d", 0), VALUE["d"][1], origin=("d", 1))
    value, origins = first.done()
    second = Edit(value, origins)
    second.set(("d", 1, "e"), 2)
    second.insert(("d", 0), {"top": 1})
    value, origins = second.done()
    assert value["d"] == [{"top": 1}, {"f": [1, 2]}, {"e": 2}]
    assert origins.of(("d", 1)) == ("d", 1)
    assert origins.of(("d", 2, "e")) == ("d", 0, "e")


def test_origins_of_a_second_edit_keep_what_the_first_replaced() -> None:
    first = Edit(made())
    first.set(("d", 1), {"new": [1, 2]})
    value, origins = first.done()
    second = Edit(value, origins)
    second.drop(("d", 1, "new", 0))
    _, origins = second.done()
    assert origins.of(("d", 1, "new", 0)) == ("d", 1)


def test_second_edit_elsewhere_keeps_the_origins_of_the_first() -> None:
    first = Edit(made())
    first.drop(("a", "c", 0))
    value, origins = first.done()
    second = Edit(value, origins)
    second.set(("g",), "y")
    _, origins = second.done()
    assert origins.of(("a", "c", 0)) == ("a", "c", 1)


@given(st.lists(st.sampled_from("adskrx"), min_size=1, max_size=8), st.lists(st.sampled_from("adk"), max_size=8))
def test_kept_entries_are_found_at_their_origin(first: list[str], second: list[str]) -> None:
    held = [{"n": at} for at in range(8)]
    value, origins = _edited(held, Origins(), first)
    value, origins = _edited(value, origins, second)
    for at, entry in enumerate(value):
        if "n" in entry:
            assert origins.of((at, "n")) == (entry["n"], "n")
            assert lookup(held, origins.of((at,))) == {"n": entry["n"]}


def _edited(held: list[Any], origins: Origins, deeds: list[str]) -> tuple[list[Any], Origins]:
    edit = Edit(held, origins)
    for at, deed in enumerate(deeds[: len(held)]):
        if deed == "a":
            edit.insert((at,), {"new": at})
        elif deed == "d":
            edit.drop((at,))
        elif deed == "s":
            edit.set((at, "more"), 1)
    edited: tuple[list[Any], Origins] = edit.done()
    return edited


def test_list_that_was_edited_and_then_replaced_by_a_longer_one_can_be_edited_on() -> None:
    value, origins = {"a": [1, 2]}, None
    first = Edit(value)
    first.drop(("a", 0))
    value, origins = first.done()
    second = Edit(value, origins)
    second.set(("a",), [1, 2, 3])
    value, origins = second.done()
    third = Edit(value, origins)
    third.set(("a", 2), 4)
    value, origins = third.done()
    assert value == {"a": [1, 2, 4]}
    assert origins.of(("a", 2)) == ("a",)


def test_moved_entry_is_found_where_it_first_stood_after_earlier_edits() -> None:
    first = Edit(["a", "b", "c"])
    first.drop((0,))
    value, origins = first.done()
    second = Edit(value, origins)
    second.insert((0,), "c", (1,))
    second.drop((1,))
    value, origins = second.done()
    assert value == ["c", "b"]
    assert origins.of((0,)) == (2,)
