from sendable.wire.shown import shown


def test_plain_values_are_shown() -> None:
    assert [shown(value) for value in ("a", 5, None, True)] == ["a", 5, None, True]


def test_of_anything_else_only_the_kind_is() -> None:
    assert [shown(value) for value in ({"a": "secret"}, ["secret"], ("secret",))] == [
        "an object",
        "an array",
        "an array",
    ]
