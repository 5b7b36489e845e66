import pytest

from sendable.targets.models import find_model, models
from sendable.targets.readers import is_preserved, readers, reads


@pytest.mark.parametrize(
    ("reader", "maker", "platform", "expected"),
    [
        ("claude-opus-5-5", "claude-opus-5-5", "api", True),
        ("claude-opus-5-5", "claude-opus-5-5-20260901", "bedrock", True),
        ("claude-opus-5-5", "claude-sonnet-5-5", "api", True),
        ("claude-opus-5-5", "claude-sonnet-5-5", "vertex", True),
        ("claude-opus-5-5", "claude-sonnet-5-5", "bedrock", False),
        ("claude-opus-5-5", "claude-fable-5-1", "api", False),
        ("claude-fable-5-1", "claude-mythos-5-1", "bedrock", True),
        ("claude-fable-5-1", "claude-opus-5-5", "api", True),
        ("claude-fable-5-1", "claude-opus-5-5", "bedrock", False),
        ("claude-fable-5-1", "claude-sonnet-5-5", "api", False),
        ("claude-sonnet-5-5", "claude-opus-4-8", "api", True),
        ("claude-sonnet-5-5", "claude-opus-5", "api", False),
        ("claude-sonnet-5-5", "claude-haiku-5-5", "vertex", True),
        ("claude-haiku-5-5", "claude-sonnet-5-5", "api", False),
        ("claude-haiku-5-5", "claude-haiku-4-5", "foundry", True),
        ("claude-opus-4-8", "claude-opus-5-5", "api", False),
        ("claude-opus-4-8", "claude-opus-4-7", "api", None),
        ("claude-fable-5-2", "claude-opus-4-8", "api", None),
        ("claude-opus-5-5", "claude-fable-5-2", "api", None),
        ("gpt-9", "claude-opus-5-5", "api", None),
        ("claude-opus-5-5", None, "api", None),
    ],
)
def test_reader_reads_what_the_page_says(reader: str, maker: str | None, platform: str, expected: bool | None) -> None:
    assert reads(reader, maker, platform) is expected


def test_every_row_names_what_can_be_read() -> None:
    for name, row in readers().items():
        for one in (*row.reads, *row.not_reads, *(held for names in row.reads_on.values() for held in names)):
            assert one.partition("-")[0].partition("<=")[0] in ("fable", "mythos", "opus", "sonnet", "haiku"), name


def test_models_that_check_have_thinking_that_is_preserved() -> None:
    assert all(is_preserved(model) for model in models().values() if model.prefix_check != "no")
    older = find_model("claude-opus-5")
    assert older is not None
    assert not is_preserved(older)
