"""The pass `replace_lone_surrogates`."""

from collections.abc import Iterator
from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path
from sendable.wire.read import lone_surrogates_replaced

RULE = "json-lone-surrogate"


@repair_pass(RULE)
def replace_lone_surrogates(draft: Draft) -> None:
    """Put U+FFFD in the place of each lone surrogate, in every string and key of the body.

    The half that is missing is not known, so the character is lost already. Leaving out the half that is there would
    hide that something stood there.
    """
    for path, value in _changed(draft.index.request):
        if draft.may(RULE, path, Loss.DEMOTES, "replaced half a character by U+FFFD"):
            draft.set(path, value)


def _changed(body: dict[str, Any]) -> Iterator[tuple[Path, Any]]:
    """Each string with a lone surrogate, and each object with one in a key, with what takes its place.

    Walks without recursion: what a tool was called with may be nested to any depth.
    """
    rest: list[tuple[Path, Any]] = [((name,), value) for name, value in reversed(body.items())]
    while rest:
        path, value = rest.pop()
        if isinstance(value, str):
            if (clean := lone_surrogates_replaced(value)) is not value:
                yield path, clean
        elif isinstance(value, dict):
            if any(lone_surrogates_replaced(str(key)) != str(key) for key in value):
                yield path, _cleaned(value)
            else:
                rest += [((*path, key), item) for key, item in reversed(value.items())]
        elif isinstance(value, (list, tuple)):
            rest += [((*path, at), value[at]) for at in range(len(value) - 1, -1, -1)]


def _cleaned(value: Any) -> Any:
    """A copy without lone surrogates; of keys that become equal the last one counts, as in JSON."""
    if isinstance(value, str):
        return lone_surrogates_replaced(value)
    if isinstance(value, dict):
        return {lone_surrogates_replaced(str(key)): _cleaned(item) for key, item in value.items()}
    return [_cleaned(item) for item in value] if isinstance(value, (list, tuple)) else value
