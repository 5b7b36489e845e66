"""The pass `drop_turn_effort`."""

from sendable.contract.system_runs import EFFORT_BETA
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass


@repair_pass("sys-directive-without-beta", "sys-effort-unsupported", "sys-effort-change")
def drop_turn_effort(draft: Draft) -> None:
    """Take the effort of a single turn away where it cannot be set, with its entry when that holds nothing else.

    Setting it for the whole request instead would change turns that were not meant. Where betas may be asked for, a
    missing beta is the smaller change.
    """
    messages = {message.at: message for message in draft.index.messages}
    for finding in draft.findings:
        if finding.rule == "sys-directive-without-beta" and draft.options.add_betas:
            if draft.may(finding.rule, finding.place, Loss.KEEPS, "asked for the beta of the setting"):
                draft.ask_for(EFFORT_BETA)
            continue
        message = messages[_at(finding.place[1])]
        if len(messages) == 1 and not message.value.get("content"):
            continue
        if not draft.may(finding.rule, finding.place, Loss.DROPS, "dropped the effort of a single turn"):
            continue
        draft.unset(finding.place if message.value.get("content") else message.path)


def _at(step: object) -> int:
    assert isinstance(step, int), "a finding of these rules stands in a message"
    return step
