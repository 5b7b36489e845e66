import inspect

import pytest

import sendable.errors
from sendable import SendableError
from sendable.errors import CachePointError, ContentDecodeError, PlacedError, UnsupportedContentBlockError

PLACED = (UnsupportedContentBlockError, ContentDecodeError, CachePointError)


def test_every_error_is_one_kind_and_says_what_it_means() -> None:
    for error in vars(sendable.errors).values():
        if inspect.isclass(error) and error is not SendableError:
            assert issubclass(error, SendableError)
            assert error.__doc__


def test_only_content_without_a_form_is_no_value_error() -> None:
    errors = [one for one in vars(sendable.errors).values() if inspect.isclass(one) and one is not SendableError]
    others = [one for one in errors if not issubclass(one, ValueError)]
    assert others == [PlacedError, UnsupportedContentBlockError]


@pytest.mark.parametrize("kind", PLACED)
def test_path_grows_from_the_inside_out(kind: type[PlacedError]) -> None:
    error = kind("the reason")
    assert error.path == ""
    assert error.inside("parts.1") is error
    assert error.inside("messages.3").path == "messages.3.parts.1"
    assert str(error) == "the reason"


def test_undecodable_content_is_not_unsupported_content() -> None:
    assert not issubclass(ContentDecodeError, UnsupportedContentBlockError)
