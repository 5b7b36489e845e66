"""The pass `drop_thinking_display`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_RULE = "thinking-display-disabled"


@repair_pass(_RULE)
def drop_thinking_display(draft: Draft) -> None:
    """Drop `display` where there is no thinking to display.

    It only says how thinking is shown. To turn thinking on for its sake would change more.
    """
    for finding in draft.findings:
        if draft.may(_RULE, finding.place, Loss.KEEPS, "dropped `display`: there is no thinking to display"):
            draft.unset(finding.place)
