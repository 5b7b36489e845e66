"""The pass `map_role_names`."""

from sendable.repair.change import Loss
from sendable.repair.draft import Draft
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Message

RULE = "role-unknown"
_MEANT = {
    "human": "user", "user": "user", "ai": "assistant", "assistant": "assistant", "model": "assistant",
    "bot": "assistant", "system": "system",
}  # fmt: skip


@repair_pass(RULE)
def map_role_names(draft: Draft) -> None:
    """Give a role the name that the API has for it.

    Only names that mean one role are mapped, in any case of letters; and a message of nothing but tool results is the
    user's, whatever another API calls the role. What a `function` or a `developer` said is left: which turn it belongs
    to is a matter of the framework.
    """
    messages = {message.at: message for message in draft.index.messages}
    for finding in draft.findings:
        at = finding.place[1]
        role = _meant(messages[at]) if isinstance(at, int) and at in messages else None
        if role is not None and draft.may(RULE, finding.place, Loss.KEEPS, "gave the role the name that the API knows"):
            draft.set(finding.place, role)


def _meant(message: Message) -> str | None:
    if message.blocks and all(block.kind == "tool_result" for block in message.blocks):
        return "user"
    return _MEANT.get(message.role.strip().lower())
