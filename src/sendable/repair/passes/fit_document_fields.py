"""The pass `fit_document_fields`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.limits import LIMITS
from sendable.wire.paths import lookup

RULE = "document-fields"
LONGEST = LIMITS["RequestDocumentBlock", "title"].longest


@repair_pass(RULE)
def fit_document_fields(draft: Draft) -> None:
    """Leave out an empty title or context of a document, and cut a title that is too long.

    Either field may be missing, so nothing has to be made up; the document itself stays as it was.
    """
    for finding in draft.findings:
        value = lookup(draft.index.request, finding.place)
        if not value:
            if draft.may(RULE, finding.place, Loss.KEEPS, f"left out the empty {finding.place[-1]} of a document"):
                draft.unset(finding.place)
        elif draft.may(RULE, finding.place, Loss.DROPS, "cut the title of a document"):
            draft.set(finding.place, value[:LONGEST])
