import copy
from typing import Any

from sendable.wire.edit import Edit
from sendable.wire.origins import Origins, aligned

VALUE: dict[str, Any] = {"a": {"b": 1, "c": [10, 11, 12]}, "d": [{"e": 1}, {"f": [1, 2]}], "g": "x"}


def made() -> dict[str, Any]:
    return copy.deepcopy(VALUE)


def test_parts_of_a_value_that_stood_in_the_one_before_are_found() -> None:
    edit = Edit(made())
    edit.set(("d",), [{"e": 1, "new": [3]}, {"f": [1, 2]}, "more"])
    origins = edit.done()[1]
    assert origins.of(("d", 0, "e")) == ("d", 0, "e")
    assert origins.of(("d", 0, "new", 0)) == ("d", 0)
    assert origins.of(("d", 1, "f", 1)) == ("d", 1, "f", 1)
    assert origins.is_new(("d", 0))
    assert not origins.is_new(("a",))


def test_parts_of_a_moved_value_are_found_where_they_stood() -> None:
    first = Edit(made())
    first.drop(("d", 1, "f", 0))
    value, origins = first.done()
    second = Edit(value, origins)
    second.drop(("d", 1))
    second.insert(("a", "c", 0), {**value["d"][1], "new": 1}, origin=("d", 1))
    value, origins = second.done()
    assert value["a"]["c"][0] == {"f": [2], "new": 1}
    assert origins.of(("a", "c", 0, "f", 0)) == ("d", 1, "f", 1)


def test_parts_that_are_named_are_found_where_they_stood() -> None:
    edit = Edit(made())
    edit.insert(("d", 0), {"role": "x", "content": [1, {"e": 1}]}, ("d", 0), {("content", 1): ("d", 0)})
    edit.set(("g",), ["x", 11], {(0,): ("g",), (1,): ("a", "c", 1)})
    origins = edit.done()[1]
    assert origins.of(("d", 0, "content", 1, "e")) == ("d", 0, "e")
    assert origins.of(("d", 0, "content", 0)) == ("d", 0)
    assert origins.of(("g", 0)) == ("g",)
    assert origins.of(("g", 1)) == ("a", "c", 1)


def test_origin_of_a_key_that_was_renamed_is_the_former_key() -> None:
    edit = Edit(made())
    edit.set(("h",), made()["d"], {(): ("d",)})
    edit.drop(("d",))
    assert edit.done()[1].of(("h", 1, "f")) == ("d", 1, "f")


def test_origins_do_not_depend_on_what_is_one_object() -> None:
    shared = {"x": [1]}
    for entries in ([shared, shared, shared], [{"x": [1]}, {"x": [1]}, {"x": [1]}]):
        edit = Edit({"a": entries})
        edit.set(("a",), [entries[0], {"y": 1}, entries[2], {"z": 1}])
        assert [edit.done()[1].of(("a", at, "x", 0)) for at in (0, 2)] == [("a", 0, "x", 0), ("a", 1, "x", 0)]


def test_what_takes_the_place_of_the_same_is_the_same() -> None:
    origins = Origins()
    assert aligned(made(), VALUE, origins) is origins


def test_a_message_in_the_place_of_a_block_has_none_of_its_parts() -> None:
    block = {"type": "tool_result", "content": [{"type": "text"}]}
    assert aligned({"role": "user", "content": [{"type": "text"}]}, block, None).of(("content", 0)) == ()


def test_parts_of_what_stood_nowhere_stood_nowhere() -> None:
    edit = Edit(made())
    edit.insert(("d", 0), {"new": {"e": 1}})
    value, origins = edit.done()
    again = Edit(value, origins)
    again.set(("d", 0), {"new": {"e": 1}, "more": 1})
    assert again.done()[1].of(("d", 0, "new", "e")) == ("d", 0)
