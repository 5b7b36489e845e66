"""The pass `place_system_messages`."""

from sendable.contract.system_runs import refuses_system
from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.repair.system_places import can_hoist, destination, hoist, may_lose, move, tell
from sendable.wire.blocks import Turn

RULES = ("sys-unsupported-model", "sys-first", "sys-must-follow", "sys-must-precede")


@repair_pass(*RULES, unstable="a system entry stands behind the user message that comes next")
def place_system_messages(draft: Draft) -> None:
    """Move system entries to the nearest later place where they may stand, or tell them as the user's text.

    The first instructions of a conversation become part of the top-level `system`. Any other entry goes behind the
    user messages that follow it, which is also behind the results of a call. Where none follow, and where the model or
    the platform takes no such entry, it stays in its place as a message of the user, or goes behind the results. Only
    the first is hoisted: the top-level `system` is ahead of everything, so a change there restarts the whole cache, and
    an instruction of today would be one from the beginning.
    """
    unsupported = refuses_system(draft.target)
    for run, rule in _faulty(draft):
        if can_hoist(draft, run, unsupported):
            what = "moved the first system entry to the top level"
            if may_lose(draft, run.messages) and all(
                draft.may(rule, message.path, Loss.KEEPS, what) for message in run.messages
            ):
                hoist(draft, run, rule)
            continue
        place = None if unsupported else destination(draft.index, run)
        if place is not None:
            what = "moved the system entry behind the user messages that follow it"
            for message in run.messages:
                if draft.may(rule, message.path, Loss.KEEPS, what):
                    move(draft, message, place)
        else:
            tell(draft, run, rule)


def _faulty(draft: Draft) -> list[tuple[Turn, str]]:
    """The runs that stand in a wrong place, each with its rule."""
    turns = {message.at: message.turn for message in draft.index.messages}
    rules: dict[int, str] = {}
    for finding in draft.findings:
        at = finding.place[1]
        assert isinstance(at, int), "a finding of these rules names a message"
        rules.setdefault(turns[at], finding.rule)
    return [(draft.index.turns[number], rule) for number, rule in sorted(rules.items())]
