"""The pass `allow_downsizing`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "image-oversized-error-mode"


@repair_pass(RULE)
def allow_downsizing(draft: Draft) -> None:
    """Let the API make an image smaller that asked for an error instead.

    The error itself proposes it. Where coordinates in the image matter they are those of the smaller one from then on,
    so this is no change that keeps everything.
    """
    for finding in draft.findings:
        what = "let the API scale the image down, which it was told not to do"
        if draft.may(RULE, finding.place, Loss.DEMOTES, what):
            draft.set((*finding.place, "transformations", "oversized_image"), "downsize")
