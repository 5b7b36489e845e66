"""The pass `drop_broken_citations`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path, lookup


@repair_pass("encrypted-content")
def drop_broken_citations(draft: Draft) -> None:
    """Drop the citations of a search whose encrypted index is lost; the text that they back stays.

    The index cannot be made up, and without it the API does not take the citation. Whole ones of the same text stay.
    """
    rule = "encrypted-content"
    broken: dict[Path, list[Path]] = {}
    for finding in draft.findings:
        if "citations" in finding.place:
            at = finding.place.index("citations")
            broken.setdefault(finding.place[: at + 1], []).append(finding.place[: at + 2])
    for held, citations in broken.items():
        allowed = [path for path in citations if draft.may(rule, path, Loss.DROPS, "dropped the citation")]
        if len(allowed) == len(lookup(draft.index.request, held)):
            draft.unset(held)
            continue
        for path in allowed:
            draft.unset(path)
