"""`--option NAME=VALUE`: the options of a loader, each read as the kind of value that the loader takes."""

from collections.abc import Sequence
from typing import Any

import click

from sendable.errors import UsageError
from sendable.sources.load import FORMATS, options_of

loading_option = click.option(
    "--option",
    "loading",
    metavar="NAME=VALUE",
    multiple=True,
    help="An option of the format that the input is stored in, such as line=2 or session=ID; one for each. "
    "The page of the format in docs/frameworks names them.",
)
_CHOOSES_ONE = ("line", "session", "branch")
_TRUTH = {"": True, "true": True, "yes": True, "false": False, "no": False}


class Loading:
    """The options of one call, before the format is known whose they are."""

    def __init__(self, given: Sequence[str] = ()) -> None:
        self._given: dict[str, str] = {}
        for one in given:
            name, _, value = one.partition("=")
            self._given[name.strip().replace("-", "_")] = value
        known = sorted({name for form in FORMATS for name in options_of(form)}) if given else []
        for name in self._given:
            if name not in known:
                raise UsageError(f"--option {name}: no format has such an option; there are {', '.join(known)}")

    @property
    def chooses_one(self) -> bool:
        """Whether one of several conversations is chosen, so that the lines of a file are no inputs of their own."""
        return any(name in self._given for name in _CHOOSES_ONE)

    def of(self, form: str) -> dict[str, Any]:
        """The options as the loader of that format takes them.

        Raises:
            UsageError: it has no such option, or the value is of another kind.
        """
        if not self._given:
            return {}
        known = options_of(form)
        unknown = self._given.keys() - known.keys()
        if unknown:
            those = f"one of {', '.join(sorted(known))}" if known else "it has none"
            raise UsageError(f"--option {min(unknown)}: {form} has no such option, but {those}")
        return {name: _read(name, value, known[name].annotation) for name, value in self._given.items()}


def _read(name: str, value: str, kind: Any) -> Any:
    if kind is bool:
        if value.lower() not in _TRUTH:
            raise UsageError(f"--option {name}: true or false")
        return _TRUTH[value.lower()]
    if kind is int or kind == int | None:
        try:
            return int(value)
        except ValueError:
            raise UsageError(f"--option {name}: a number") from None
    return value
