"""What the documents leave open: differences of which nobody can say whether the API takes them for one.

Not stated on any page (read 2026-11-30): a bare string against one text block, split or joined messages, explicit
defaults, how a number is written, and what stands behind a URL that was signed anew.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from sendable.prefix.alignment import same
from sendable.prefix.canonical import loose_message, loose_system, loose_turns
from sendable.prefix.encoding import encoded

FORM = (
    "the same in another form (a bare string and one text block, or an explicit default); whether that counts is open"
)
JOINED = "the same blocks in other messages; whether splitting and joining counts is open"
NUMBER = "a number is written in another way; whether that counts is open"
URL = "another URL; whether it still gives the same bytes is not known"
EMPTY = "one has an empty system prompt, the other none; whether that counts is open"


def doubt_of_messages(earlier: Sequence[Any], later: Sequence[Any]) -> str:
    """Why nobody can be sure that these messages differ; "" when they do."""
    if not all(isinstance(message, dict) for message in (*earlier, *later)):
        return ""
    if len(earlier) != len(later):
        turns = zip_longest(loose_turns(earlier), loose_turns(later))
        return JOINED if all(same(here, there) for here, there in turns) else ""
    doubt = FORM
    for one, other in zip(earlier, later, strict=True):
        here, there = loose_message(one), loose_message(other)
        if not same(here, there):
            if not _same_numbers(here, there):
                return ""
            doubt = NUMBER
    return URL if doubt == FORM and _urls(earlier) != _urls(later) else doubt


def _same_numbers(here: Any, there: Any) -> bool:
    """Whether two values are the same but for how their numbers are written."""
    written = b".0" in encoded(here) or b".0" in encoded(there)
    return written and same(_plain_numbers(here), _plain_numbers(there))


def doubt_of_systems(earlier: Any, later: Any) -> str:
    """Why nobody can be sure that two system prompts differ; "" when they do."""
    if not earlier and not later:
        return EMPTY
    return FORM if same(loose_system(earlier), loose_system(later)) else ""


def continued(earlier: Any, later: Any) -> bool:
    """Whether an assistant message is another one with more blocks behind: a paused turn joined with its rest."""
    if not (isinstance(earlier, dict) and isinstance(later, dict)) or earlier.get("role") != "assistant":
        return False
    here, there = loose_message(earlier), loose_message(later)
    held, more = here.get("content"), there.get("content")
    if not isinstance(held, list) or not isinstance(more, list) or not held or len(held) >= len(more):
        return False
    return same({**here, "content": None}, {**there, "content": None}) and same(held, more[: len(held)])


def _plain_numbers(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, dict):
        return {name: _plain_numbers(held) for name, held in value.items()}
    return [_plain_numbers(held) for held in value] if isinstance(value, list) else value


def _urls(messages: Sequence[Any]) -> list[Any]:
    """The addresses of all sources, in order."""
    found: list[Any] = []
    left: list[Any] = list(messages) if b'"url"' in encoded(messages) else []
    while left:
        held = left.pop()
        if isinstance(held, list):
            left += held
        elif isinstance(held, dict):
            if held.get("type") == "url":
                found.append(held.get("url"))
            left += [held.get("content"), held.get("source")]
    return found
