import pytest

from sendable.wire.paths import Path, dotted, lookup, order, steps


@pytest.mark.parametrize(
    ("path", "text"),
    [((), ""), (("messages", 3, "content", 0), "messages.3.content.0"), (("system",), "system"), ((0, "a"), "0.a")],
)
def test_dotted_and_steps_undo_each_other(path: tuple[str | int, ...], text: str) -> None:
    assert dotted(path) == text
    assert steps(text) == path


def test_order_counts_indexes_as_numbers() -> None:
    paths: list[Path] = [("messages", 10), ("messages", 9, "content", 1), ("messages", 9), ("messages", 9, "role")]
    assert sorted(paths, key=order) == [
        ("messages", 9),
        ("messages", 9, "content", 1),
        ("messages", 9, "role"),
        ("messages", 10),
    ]


def test_order_takes_a_key_and_an_index_at_the_same_step() -> None:
    mixed: list[Path] = [("a", "b"), ("a", 0)]
    assert sorted(mixed, key=order) == [("a", 0), ("a", "b")]


def test_lookup_follows_keys_and_indexes() -> None:
    value = {"messages": [{"content": ["x", "y"]}]}
    assert lookup(value, ()) is value
    assert lookup(value, ("messages", 0, "content", 1)) == "y"


@pytest.mark.parametrize("path", [("other",), ("messages", 1)])
def test_lookup_raises_where_nothing_stands(path: tuple[str | int, ...]) -> None:
    with pytest.raises(LookupError):
        lookup({"messages": [1]}, path)
