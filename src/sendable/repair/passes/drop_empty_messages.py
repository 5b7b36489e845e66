"""The pass `drop_empty_messages`."""

from collections.abc import Iterator, Mapping

from sendable.contract.emptiness import is_empty
from sendable.repair.draft import Draft
from sendable.repair.message_fields import remove_empty
from sendable.repair.repair_pass import repair_pass
from sendable.wire.blocks import Message
from sendable.wire.paths import Step


@repair_pass("empty-user-content", "empty-nonfinal-content", "field-types")
def drop_empty_messages(draft: Draft) -> None:
    """Drop the messages of a turn that holds nothing.

    Its neighbours merge, which the API takes. A placeholder would put words into somebody's mouth. Where nothing else
    is in the list, the finding stays. A content of null is nothing, too; other APIs write it beside their tool calls,
    which go with the message and are named. A field that nobody knows keeps it.
    """
    places = [(finding.place, finding.rule) for finding in draft.findings]
    rule_at = {place[1]: rule for place, rule in places if len(place) > 1 and place[0] == "messages"}
    dropped = [found for turn in draft.index.turns for found in _holding_nothing(turn.messages, rule_at)]
    listed = draft.index.request.get("messages")
    if isinstance(listed, (list, tuple)) and len(dropped) < len(listed):
        for message, rule in dropped:
            remove_empty(draft, message, rule)


def _holding_nothing(messages: list[Message], rule_at: Mapping[Step, str]) -> Iterator[tuple[Message, str]]:
    """The messages to drop: those with null, and all of a turn in which every message is empty."""
    found = [rule_at[message.at] for message in messages if message.at in rule_at]
    if not found:
        return
    whole_turn = next((rule for rule in found if rule != "field-types"), "")
    for message in messages:
        if message.at in rule_at and _is_null(message):
            yield message, rule_at[message.at]
        elif whole_turn and is_empty(message):
            yield message, whole_turn


def _is_null(message: Message) -> bool:
    return message.value.get("content", "") is None
