import inspect

import sendable.errors
from sendable import SendableError


def test_every_error_is_one_kind_and_says_what_it_is_for() -> None:
    errors = [held for held in vars(sendable.errors).values() if inspect.isclass(held)]
    assert SendableError in errors
    for error in errors:
        assert issubclass(error, SendableError)
        assert error.__doc__
