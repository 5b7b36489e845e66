import pytest

from sendable.contract.effort import nearest_level


@pytest.mark.parametrize(
    ("level", "supported", "nearest"),
    [
        ("max", ("low", "medium", "high"), "high"),
        ("xhigh", ("low", "medium", "high", "max"), "high"),
        ("high", ("low", "high"), "high"),
        ("low", ("medium", "high"), ""),
        ("max", (), ""),
        ("lots", ("low",), ""),
    ],
)
def test_nearest_level_is_never_higher(level: str, supported: tuple[str, ...], nearest: str) -> None:
    assert nearest_level(level, supported) == nearest
