from sendable.prefix.anchors import anchors


def test_anchors_are_the_longest_run_of_keys_that_stand_once() -> None:
    assert anchors("abcde", "xabydez") == [(0, 1), (1, 2), (3, 4), (4, 5)]
    assert anchors("abab", "abab") == []
    assert anchors([None, "a"], ["a", None]) == [(1, 0)]
