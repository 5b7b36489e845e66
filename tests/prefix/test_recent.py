from sendable.prefix.recent import Recent


def test_the_newest_of_a_key_comes_first() -> None:
    recent: Recent[str] = Recent(alike=2, room=100)
    for item in ("a", "b", "c"):
        recent.put("x", item, 1)
    recent.put("y", "d", 1)
    assert (recent.of("x"), recent.of("y"), recent.of("z")) == (["c", "b"], ["d"], [])


def test_one_thing_goes_in_the_place_of_another() -> None:
    recent: Recent[list[int]] = Recent(alike=3, room=100)
    first, second = [1], [1]
    recent.put("x", first, 1)
    recent.put("x", second, 1)
    recent.put("x", [2], 1, instead_of=first)
    assert recent.of("x") == [[2], [1]]
    assert recent.of("x")[1] is second


def test_the_key_that_was_not_used_for_the_longest_time_goes_first() -> None:
    recent: Recent[str] = Recent(alike=5, room=4)
    for key in "xyz":
        recent.put(key, key, 1)
    recent.put("x", "again", 1)
    recent.put("w", "w", 2)
    assert [recent.of(key) for key in "xyzw"] == [["again", "x"], [], [], ["w"]]


def test_the_last_one_is_kept_whatever_it_weighs() -> None:
    recent: Recent[str] = Recent(alike=5, room=4)
    for item in ("a", "b"):
        recent.put("x", item, 100)
    assert recent.of("x") == ["b"]
    recent.put("y", "c", 3)
    assert (recent.of("x"), recent.of("y")) == ([], ["c"])
    recent.put("z", "d", 1)
    assert (recent.of("y"), recent.of("z")) == (["c"], ["d"])
