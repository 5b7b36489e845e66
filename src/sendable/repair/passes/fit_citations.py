"""The pass `fit_citations`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.paths import Path, lookup

RULE = "citation-fields"


@repair_pass(RULE)
def fit_citations(draft: Draft) -> None:
    """Leave out the title of a citation that is too long, and a citation whose URL is.

    A citation may have no title, but not without a URL, and a URL that is cut leads nowhere. The text that it stands at
    stays as it was said.
    """
    dropped: dict[Path, set[object]] = {}
    for finding in draft.findings:
        citation = finding.place[:-1]
        if finding.place[-1] == "url" and draft.may(
            RULE, citation, Loss.DROPS, "dropped a citation with too long a URL"
        ):
            draft.edit.drop(citation)
            dropped.setdefault(citation[:-1], set()).add(citation[-1])
    for finding in draft.findings:
        citation = finding.place[:-1]
        if finding.place[-1] != "title" or citation[-1] in dropped.get(citation[:-1], ()):
            continue
        if draft.may(RULE, finding.place, Loss.DROPS, "left out the title of a citation, which was too long"):
            draft.set(finding.place, None)
    for citations, gone in dropped.items():
        if len(gone) == len(lookup(draft.index.request, citations)):
            draft.unset(citations)
