import pytest

from sendable.render.style import Style


def test_nothing_is_forced_unless_asked() -> None:
    assert Style() == Style(text_results="stored", thinking="drop", native="text")


def test_style_does_not_change() -> None:
    with pytest.raises(AttributeError):
        Style().native = "drop"  # type: ignore[misc]
