import pytest

from sendable.errors import UsageError
from sendable.render import render
from sendable.repair.repair import repair
from sendable.sources.load import FORMATS, load
from sendable.sources.write_back import WRITERS, write_back, writer_of
from sendable.wire.build import request, user
from tests.sources.sessions import plain


def test_format_is_found_out() -> None:
    data = plain().data
    held = render(load(data))
    assert write_back(data, held, repair(held)) == write_back(data, held, repair(held), "claude-code") == data


def test_writers_are_formats_and_offer_the_one_function() -> None:
    assert set(WRITERS) <= set(FORMATS)
    assert all(callable(writer_of(name).write_back) for name in WRITERS)


def test_other_formats_say_that_they_cannot_yet() -> None:
    held = request(user("hi"))
    with pytest.raises(UsageError, match="format anthropic cannot be written back yet, only those of claude-code"):
        write_back(held, held, repair(held))
    with pytest.raises(UsageError, match="unknown format 'x': one of"):
        writer_of("x")
    with pytest.raises(UsageError, match="of an unknown format cannot"):
        writer_of(None)
