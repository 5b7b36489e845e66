"""The fields that a script may have, and the refusal of any other, with the place where it stands.

A place is a path in the script as it was written, such as `rules.2.answer.call.input`; "" is the whole of it.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from sendable.errors import UsageError

Kind = Callable[[Any, str], None]
"""Refuses a value that is none of its kind; it is given the place of the value too."""

_NAMES = {type(None): "nothing", bool: "a truth value", str: "a text", list: "a list", dict: "an object"}
_NUMBERS = {int: "a number", float: "a number"}


def fault(place: str, text: str) -> UsageError:
    """The refusal of what stands in a place."""
    return UsageError(f"{place}: {text}" if place else text)


def within(place: str, name: object) -> str:
    """The place of a field or an item."""
    return f"{place}.{name}" if place else str(name)


def named(value: object) -> str:
    """What a value is, in a word."""
    return (_NAMES | _NUMBERS).get(type(value), f"of type {type(value).__name__}")


def hold_fields(held: Mapping[Any, Any], kinds: Mapping[str, Kind], place: str, beside: str = "") -> None:
    """Refuse a field that there is not, and a value that is of another kind.

    Args:
        held: the fields.
        kinds: those that there are.
        place: of the object.
        beside: the field that the others belong to.

    Raises:
        UsageError: so it is.
    """
    for name, value in held.items():
        if name not in kinds:
            there = listed(kinds) or "no other"
            what = f"beside `{beside}` there may be {there}" if beside else f"there may be {there}"
            raise fault(within(place, name), f"unknown field; {what}")
        kinds[name](value, within(place, name))


def listed(names: Iterable[str]) -> str:
    """Names, one after the other."""
    return ", ".join(names)


def hold_one_of(held: Mapping[Any, Any], names: Iterable[str], place: str) -> None:
    """Refuse fields that exclude each other.

    Raises:
        UsageError: two of them stand there.
    """
    found = [name for name in names if name in held]
    if len(found) > 1:
        raise fault(within(place, found[1]), f"does not go with `{found[0]}`")


def _kind(fits: Callable[[Any], bool], what: str) -> Kind:
    def hold(value: Any, place: str) -> None:
        if not fits(value):
            raise fault(place, f"is {what}, not {named(value)}")

    return hold


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


text = _kind(lambda value: isinstance(value, str), "a text")
text_or_nothing = _kind(lambda value: value is None or isinstance(value, str), "a text")
flag = _kind(lambda value: isinstance(value, bool), "true or false")
an_object = _kind(lambda value: isinstance(value, dict), "an object")
an_object_or_nothing = _kind(lambda value: value is None or isinstance(value, dict), "an object")
a_list = _kind(lambda value: isinstance(value, list), "a list")
text_or_object = _kind(lambda value: isinstance(value, str | dict), "a text or an object")
a_function = _kind(callable, "a function")


def anything(_value: Any, _place: str) -> None:
    """Takes any value."""


def whole(least: int, most: int | None = None) -> Kind:
    """Whole numbers from one to another."""
    upto = "or more" if most is None else f"to {most}"

    def hold(value: Any, place: str) -> None:
        fits = isinstance(value, int) and not isinstance(value, bool)
        if not fits or value < least or (most is not None and value > most):
            raise fault(place, f"is a whole number, {least} {upto}")

    return hold


def seconds(value: Any, place: str) -> None:
    """Takes a time in seconds.

    Raises:
        UsageError: it is none.
    """
    if not _is_number(value) or value < 0:
        raise fault(place, "is a number of seconds, 0 or more")


def one_of(*known: str) -> Kind:
    """One of some texts."""

    def hold(value: Any, place: str) -> None:
        if not isinstance(value, str) or value not in known:
            raise fault(place, f"is one of {listed(known)}")

    return hold


def hold_json(value: Any, place: str, stands_for: type) -> None:
    """Refuse what JSON has no form for.

    Args:
        value: what is to be sent.
        place: where it stands.
        stands_for: values of this type are replaced before they are sent.

    Raises:
        UsageError: it holds such a thing.
    """

    def plain(held: Any) -> str:
        if isinstance(held, stands_for):
            return ""
        raise TypeError(type(held).__name__)

    try:
        msgspec.json.encode(value, enc_hook=plain)
    except UnicodeEncodeError:
        return
    except RecursionError:
        raise fault(place, "is nested too deeply") from None
    except (TypeError, ValueError, OverflowError):
        raise fault(place, "holds what JSON has no form for") from None
