import click
import pytest
from click.testing import CliRunner

from sendable.cli.command import Command, formats_agree
from sendable.errors import UnreadableError, UsageError


@pytest.mark.parametrize("fault", [UsageError("wrong"), UnreadableError("wrong")])
def test_own_errors_are_told_in_one_line_with_exit_2(fault: Exception) -> None:
    @click.command(cls=Command)
    def failing() -> None:
        raise fault

    result = CliRunner().invoke(failing)
    assert (result.exit_code, result.stderr) == (2, "Error: wrong\n")


def test_lines_are_answered_as_json_only() -> None:
    assert formats_agree(("a.jsonl", "b.json"), False, None, None) == {"a.jsonl"}
    assert formats_agree(("a.json",), True, None, "json") == {"a.json"}
    assert formats_agree(("a.json",), False, None, "text") == set()
    with pytest.raises(UsageError):
        formats_agree(("a.json", "b.jsonl"), False, None, "text")
