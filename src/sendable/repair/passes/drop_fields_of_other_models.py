"""The pass `drop_fields_of_other_models`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("inference-geo-4-5", "speed-unsupported", "output-config-platform")
def drop_fields_of_other_models(draft: Draft) -> None:
    """Drop fields that the model, or the platform that serves it, does not have.

    Nothing of the conversation is in them; another model would be another answer.
    """
    for finding in draft.findings:
        what = f"dropped `{finding.place[0]}`, which the model does not have here"
        if draft.may(finding.rule, finding.place, Loss.DROPS, what):
            draft.unset(finding.place)
