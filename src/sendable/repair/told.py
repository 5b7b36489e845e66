"""What the API answered when a request was sent, as a finding for the passes.

Some refusals no request shows by itself: what a thinking block is bound to, how the latest turn looked when it was
made. Others show, and were not foreseen. Either way the API's own message names the rule and the place.
"""

import re

import msgspec

from sendable.contract.explain import explain
from sendable.contract.finding import Finding
from sendable.errors import UsageError
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import Path, dotted, found

EVIDENCE = "told by the API"
UNKNOWN = "refused"
"""Stands for the rule where none is known that has such a message."""

_PLACE = re.compile(r"(messages|system|tools)((?:\.[A-Za-z0-9_]+)+)")


def told_by(message: str, index: Index, status: int = 400, kind: str = "invalid_request_error") -> Finding:
    """The finding that a refusal stands for.

    Args:
        message: the API's text, or the JSON around it.
        index: the request as it was sent.
        status, kind: of the answer.
    """
    rule = _rule_of(message)
    place = _place_of(message, index)
    return Finding(rule, dotted(place), message, status, kind, EVIDENCE, place)


def now_at(finding: Finding, index: Index, origins: Origins) -> Finding | None:
    """A finding about the request as it was given, as it stands in a later form of it; None once its block is gone.

    Args:
        finding: of the request as it was given.
        index: the later form.
        origins: where its parts stood.
    """
    if finding.place[:1] != ("messages",) or len(finding.place) < 2:
        return finding
    block = len(finding.place) >= 4
    places = (
        (one.path for message in index.messages for one in message.blocks)
        if block
        else (message.path for message in index.messages)
    )
    depth = 4 if block else 2
    place = next((path for path in places if origins.of(path) == finding.place[:depth]), None)
    if place is None:
        return None
    place = (*place, *finding.place[depth:])
    return msgspec.structs.replace(finding, path=dotted(place), place=place)


def _rule_of(message: str) -> str:
    try:
        return explain(message).rule.id
    except UsageError:
        return UNKNOWN


def _place_of(message: str, index: Index) -> Path:
    """The place that a message begins with, as far as the request has it."""
    named = _PLACE.match(message)
    place: Path = ()
    for key in named[0].split(".") if named else ():
        longer: Path = (*place, int(key) if key.isdigit() else key)
        if found(index.request, longer) is None:
            break
        place = longer
    return place
