"""Objects of the `openai` and `agents` packages as JSON values: each is asked for its own JSON form."""

from typing import Any

import msgspec

from sendable.errors import UnreadableError

Json = dict[str, Any]
_PACKAGES = ("openai", "agents", "litellm")


def plain(value: Any) -> Any:
    """The JSON value of dicts and lists in which objects stand.

    Raises:
        UnreadableError: something in it has no JSON form, or it is nested too deeply.
    """
    to_input = getattr(value, "to_input_list", None)  # the result of a run: a dataclass, so it would not be asked
    try:
        return msgspec.to_builtins(to_input() if callable(to_input) else value, enc_hook=_dumped)
    except RecursionError:
        raise UnreadableError("nested too deeply to be a history") from None
    except (TypeError, ValueError, NotImplementedError):
        raise UnreadableError("a history that holds what JSON has no form for") from None


def is_own(value: Any) -> bool:
    """Whether this is an object of one of the packages, told by the name of its module alone."""
    return type(value).__module__.partition(".")[0] in _PACKAGES


def field(value: Any, name: str) -> Any:
    """A field of a dict, or of an object of one of the packages; None where there is none."""
    if isinstance(value, dict):
        return value.get(name)
    return getattr(value, name, None) if is_own(value) else None


def _dumped(value: Any) -> Any:
    dump = getattr(value, "model_dump", None)
    if callable(dump):
        return dump(mode="json", by_alias=True, exclude_unset=True)
    return list(value) if hasattr(value, "__iter__") else _refused(value)


def _refused(value: Any) -> Any:
    raise TypeError(type(value).__name__)
