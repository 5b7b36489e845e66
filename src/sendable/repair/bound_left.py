"""What the API would refuse of the thinking that is left in a repaired request, for what precedes it.

Where a caller allows no loss, or nothing else is in the request, thinking stays although what precedes it changed.
"""

from sendable.contract.finding import Finding
from sendable.contract.prefix_check import checks_prefix, lets_drop
from sendable.prefix.bound import bound_finding, sentence_of
from sendable.prefix.canonical import exact_system, exact_tools
from sendable.repair.work import Work
from sendable.wire.index import Index


def bound_left(work: Work) -> list[Finding]:
    """The findings, in order: as the ledger foresees them, or for what the repair itself changed.

    Args:
        work: the repair when it was done.
    """
    index, target, ledger = work.index, work.target, work.past.ledger
    setting = index.request.get("thinking")
    if not work.stale or not checks_prefix(target, setting) or lets_drop(setting):
        return []
    foreseen = [] if ledger is None else ledger.foresee(index, target)
    found = {finding.place: finding for finding in foreseen}
    sentence = sentence_of(_what_changed(work.past.index, index))
    for block in work.stale:
        found.setdefault(block.path, bound_finding(block, sentence, target, setting))
    told = {finding.place for finding in work.findings if finding in work.told}
    return [found[place] for place in sorted(found) if place not in told]


def _what_changed(before: Index | None, now: Index) -> str:
    if before is None:
        return "messages"
    if exact_system(before.request) != exact_system(now.request):
        return "system"
    return "tools" if exact_tools(before.request) != exact_tools(now.request) else "messages"
