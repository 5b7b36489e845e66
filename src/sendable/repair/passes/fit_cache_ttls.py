"""The pass `fit_cache_ttls`."""

import re
from typing import Any

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import found

RULE = "field-types"
_LONG = re.compile(r"\s*(\d+)\s*(?:h|hours?|d|days?)\s*|\s*(\d+)\s*m(?:in(?:utes?)?)?\s*", re.IGNORECASE)


@repair_pass(RULE, marks=True)
def fit_cache_ttls(draft: Draft) -> None:
    """Give a cache breakpoint the nearest lifetime that there is, where it names one that there is not.

    An hour or more becomes an hour. Anything shorter, and what says no time at all, becomes the usual five minutes,
    which need not be named.
    """
    for finding in draft.findings:
        if finding.place[-2:] != ("cache_control", "ttl"):
            continue
        if draft.may(finding.rule, finding.place, Loss.KEEPS, "gave the cache breakpoint the nearest lifetime"):
            if _is_long(found(draft.index.request, finding.place)):
                draft.set(finding.place, "1h")
            else:
                draft.unset(finding.place)


def _is_long(ttl: Any) -> bool:
    """Whether a lifetime in words is one of an hour or more."""
    told = _LONG.fullmatch(ttl) if isinstance(ttl, str) else None
    if told is None:
        return False
    hours, minutes = told.groups()
    return int(hours) >= 1 if hours else int(minutes) >= 60
