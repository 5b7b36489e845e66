"""The pass `drop_refused_sampling`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass

_PAIR = "temp-and-top-p"


@repair_pass("temperature-thinking", "sampling-deprecated", _PAIR)
def drop_refused_sampling(draft: Draft) -> None:
    """Drop the sampling parameters that thinking or the model refuses, and `top_p` beside `temperature`.

    What they would have to be is the default, and that is what leaving them out means. Of the two, `temperature` is
    what people set on purpose.
    """
    dropped: set[str] = set()
    for finding in sorted(draft.findings, key=lambda finding: finding.rule == _PAIR):
        field = str(finding.place[0])
        if field in dropped or (finding.rule == _PAIR and "temperature" in dropped):
            continue
        if draft.may(finding.rule, (field,), Loss.DROPS, f"dropped `{field}`, which is refused here"):
            draft.unset((field,))
            dropped.add(field)
