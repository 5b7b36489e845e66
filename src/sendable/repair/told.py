"""What the API answered when a request was sent, as a finding for the passes.

Some refusals no request shows by itself: what a thinking block is bound to, how the latest turn looked when it was
made. Others show, and were not foreseen. Either way the API's own message names the rule and the place.
"""

import msgspec

from sendable.contract.explain import explain
from sendable.contract.finding import Finding
from sendable.errors import UsageError
from sendable.repair.told_place import place_in
from sendable.wire.edit import Origins
from sendable.wire.index import Index
from sendable.wire.paths import Path, dotted, found

EVIDENCE = "told by the API"
UNKNOWN = "refused"
"""Stands for the rule where none is known that has such a message."""


def told_by(message: str, index: Index, status: int = 400, kind: str = "invalid_request_error") -> Finding:
    """The finding that a refusal stands for.

    Args:
        message: the API's text, or the JSON around it.
        index: the request as it was sent.
        status, kind: of the answer.
    """
    rule = _rule_of(message)
    place = place_in(message, index.request)
    return Finding(rule, dotted(place), message, status, kind, EVIDENCE, place)


def now_at(finding: Finding, index: Index, origins: Origins) -> Finding | None:
    """A finding about the request as it was given, as it stands in a later form of it; None once its block is gone.

    Args:
        finding: of the request as it was given.
        index: the later form.
        origins: where its parts stood.
    """
    named = finding.place
    if named[:1] not in (("messages",), ("system",), ("tools",)) or len(named) < 2:
        return finding
    start: Path = ()
    if named[0] == "messages" and len(named) >= 4:
        blocks = (block.path for message in index.messages for block in message.blocks)
        start = next((path for path in blocks if len(path) == 4 and _stood(path, named[:4], origins)), ())
        if not start:
            return None
    place = _below(start, named, index, origins)
    return None if place is None else msgspec.structs.replace(finding, path=dotted(place), place=place)


def _below(start: Path, named: Path, index: Index, origins: Origins) -> Path | None:
    """Where the rest of a place leads from a part of it that was found again."""
    place = start
    for at, step in enumerate(named[len(start) :], len(start) + 1):
        if isinstance(step, int):
            held = found(index.request, place)
            ways = ((*place, entry) for entry in range(len(held) if isinstance(held, (list, tuple)) else 0))
            longer = next((way for way in ways if _stood(way, named[:at], origins)), None)
            if longer is None:
                return None
            place = longer
        else:
            place = (*place, step)
    return place


def _stood(path: Path, place: Path, origins: Origins) -> bool:
    """Whether what now stands at a path stood at a place, and was not put beside it by an edit."""
    node = origins.node(path)
    is_new = node is not None and node.whole and node.stood is None
    return not is_new and origins.of(path) == place


def _rule_of(message: str) -> str:
    try:
        return explain(message).rule.id
    except UsageError:
        return UNKNOWN
