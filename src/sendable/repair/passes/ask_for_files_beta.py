"""The pass `ask_for_files_beta`."""

from sendable.contract.rules.images.file_source import BETA
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("file-source")
def ask_for_files_beta(draft: Draft) -> None:
    """Ask for the beta of the Files API where betas may be added and the platform has it.

    The request stays as it is. Without that permission the files are left to a later pass.
    """
    if not draft.options.add_betas or draft.target.is_cloud:
        return
    place = draft.findings[0].place
    if draft.may("file-source", place, Loss.KEEPS, "asked for the beta that files by their id need"):
        draft.ask_for(BETA)
