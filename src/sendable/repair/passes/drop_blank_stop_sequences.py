"""The pass `drop_blank_stop_sequences`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

RULE = "stop-sequence-blank"


@repair_pass(RULE)
def drop_blank_stop_sequences(draft: Draft) -> None:
    """Drop the stop sequences in which nothing can be seen, and the field with the last of them.

    The stop at a newline is lost; nothing that the API takes would bring it about.
    """
    sequences = draft.index.request["stop_sequences"]
    blank = [finding.place for finding in draft.findings]
    dropped = [path for path in blank if draft.may(RULE, path, Loss.DROPS, "dropped the blank stop sequence")]
    if len(dropped) == len(sequences):
        draft.unset(("stop_sequences",))
        return
    for path in dropped:
        draft.unset(path)
