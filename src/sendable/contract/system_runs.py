"""System entries inside `messages`, judged the way the API judges them: neighbours form one run.

Documented in build-with-claude/mid-conversation-system-messages (2026-10-08).
"""

from collections.abc import Iterator

from sendable.contract.blank_texts import is_blank
from sendable.targets import Target
from sendable.wire.blocks import Block, Message, Turn
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_RESULTS

EFFORT_BETA = "mid-conversation-output-config-2026-07-01"
# Other names of the same: Claude Code 2.1.332 sends the first of them with each such entry, @ai-sdk/anthropic sent the
# second, which Bedrock documents too.
EFFORT_BETAS = (EFFORT_BETA, "per-turn-control-2026-07-01", "mid-conversation-effort-2026-08-01")
CLEAR_AT_BETA = "mid-conversation-system-clear-at-2026-08-21"
TURN_SCOPED = "next_user_message"


def entries(index: Index) -> Iterator[Message]:
    """Every system entry, in order."""
    for turn in index.others:
        if turn.role == "system":
            yield from turn.messages


def refuses_system(target: Target) -> bool:
    """Whether the target knows no system entries: an older model, or a platform that does not offer them."""
    if target.platform == "foundry":
        return True
    return target.facts is not None and target.facts.system_messages == "no"


def is_directive(message: Message) -> bool:
    """Whether an entry has no content and only sets the effort; it may stand anywhere."""
    return not message.value.get("content") and message.value.get("output_config") is not None


def is_empty(message: Message) -> bool:
    """Whether an entry holds nothing at all."""
    return not message.value.get("content") and message.value.get("output_config") is None


def says_nothing(message: Message) -> bool:
    """Whether an entry sets no effort, and has no block in which something can be seen."""
    content = message.value.get("content")
    if message.value.get("output_config") is not None or (
        isinstance(content, list) and len(content) > len(message.blocks)
    ):
        return False
    return all(block.kind == "text" and is_blank(block.value.get("text")) for block in message.blocks)


def is_turn_scoped(message: Message) -> bool:
    """Whether the next user message clears the entry."""
    return message.value.get("clear_at") == TURN_SCOPED


def blanks(message: Message) -> list[Block]:
    """The texts of an entry that show nothing."""
    return [block for block in message.blocks if block.kind == "text" and is_blank(block.value.get("text"))]


def placed_runs(index: Index) -> Iterator[Turn]:
    """The runs of entries whose place matters: those of which one has content."""
    for turn in index.others:
        if turn.role == "system" and not all(is_directive(message) for message in turn.messages):
            yield turn


def lacks_lead(index: Index, run: Turn) -> bool:
    """Whether a run follows an assistant turn that does not end in a native result."""
    before = index.turns[run.number - 1] if run.number else None
    if before is None or before.role != "assistant":
        return False
    blocks = before.blocks
    return not blocks or blocks[-1].kind not in NATIVE_RESULTS


def lacks_follower(index: Index, run: Turn) -> bool:
    """Whether a user turn follows a run."""
    behind = index.turns[run.number + 1] if run.number + 1 < len(index.turns) else None
    return behind is not None and behind.role == "user"


def takes_turn_effort(target: Target) -> bool:
    """Whether the target takes the effort of a single turn, as far as is known.

    On Bedrock only Fable 5.1, Mythos 5.1 and Opus 5.5 do, and what is newer (documented in build-with-claude/effort,
    2026-10-08). Where system entries are refused or not heard, this is not the fault.
    """
    facts = target.facts
    if facts is None or facts.system_messages != "yes":
        return True
    if target.platform == "bedrock":
        return facts.message_effort and facts.family in ("fable", "mythos", "opus") and facts.version != (5, 0)
    return facts.message_effort
