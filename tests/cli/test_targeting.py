import pytest

from sendable.cli.targeting import Targeting
from sendable.errors import UnreadableError, UsageError
from sendable.targets import Target


def test_options_name_the_target() -> None:
    made = Targeting("m", "vertex", ("a,b", " c "), "messages", True).default
    assert made == Target("vertex", "m", ["a", "b", "c"], "messages", False)


def test_betas_are_unknown_until_named() -> None:
    assert Targeting(None, "api", (), "messages", False).default.betas is None
    assert Targeting(None, "api", ("none",), "messages", False).default.betas == frozenset()


def test_line_takes_what_it_leaves_out_from_the_options() -> None:
    targeting = Targeting("m", "vertex", ("a",), "messages", True)
    assert targeting.of_line(b"{}") == targeting.default
    assert targeting.of_line(b"null") == targeting.default
    assert targeting.of_line(b'{"betas": null, "model": null}') == targeting.default
    assert targeting.of_line(b'{"betas": [], "enforces_prefix": true}') == Target("vertex", "m", [], "messages", True)


def test_same_text_gives_the_same_target() -> None:
    targeting = Targeting(None, "api", (), "messages", False)
    assert targeting.of_line(b'{"model": "x"}') is targeting.of_line(b'{"model": "x"}')


@pytest.mark.parametrize("text", [b"3", b'{"platform": "moon"}', b'{"betas": "a"}', b"{", b'{"model": "\xff"}'])
def test_target_of_a_wrong_shape_is_unreadable(text: bytes) -> None:
    with pytest.raises(UnreadableError, match="target"):
        Targeting(None, "api", (), "messages", False).of_line(text)


def test_unknown_platform_is_a_usage_error() -> None:
    with pytest.raises(UsageError):
        Targeting(None, "moon", (), "messages", False)


def test_target_with_a_name_that_is_none_is_unreadable() -> None:
    with pytest.raises(UnreadableError, match="unknown field `modle`"):
        Targeting(None, "api", (), "messages", False).of_line(b'{"modle": "x"}')


@pytest.mark.parametrize("betas", [("none", "x"), ("x", "none"), ("none,x",)])
def test_no_beta_does_not_go_with_others(betas: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="--beta none"):
        Targeting(None, "api", betas, "messages", False)
