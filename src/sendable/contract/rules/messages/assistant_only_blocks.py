"""The rule `assistant-only-blocks`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block, Message
from sendable.wire.build import assistant, request, text, tool_result, tool_use, user
from sendable.wire.grown import once_each
from sendable.wire.index import Index
from sendable.wire.kinds import ROLE

# Those in an assistant message are refused in other words, see `image-where` and `search-result-role`.
_ELSEWHERE = ("image", "document", "search_result")
_KINDS = tuple(sorted(set(ROLE) - set(_ELSEWHERE)))
_NOT_IN = {kind: {"user", "assistant"} - {ROLE[kind]} for kind in _KINDS}


@rule(
    phase=Phase.ROLES,
    when=_KINDS,
    message="messages.{at}: `{kind}` blocks can only be in `{role}` messages",
    evidence=[
        measured("AEGIS probe on claude-haiku-4-5: tool_result", "2026-08-28"),
        documented("official SDK 2.14: which blocks an answer holds", "2026-11"),
    ],
    breaks=request(user("Hi"), user(tool_use()), user("And?")),
    spares=request(user("Hi"), assistant(tool_use()), user(tool_result(), text("And?"))),
    unrepairable="a change of tools has no message of its own to move to; every other block has",
)
def assistant_only_blocks(index: Index, target: Target) -> Hits:
    """Calls, thinking and native results stand in assistant messages, results of client tools in user messages.

    Results of native tools belong to the assistant, since the provider ran the tool within the turn. Frameworks that
    store results beside their calls, and converters that turn every tool block into a message of one role, put blocks
    into the wrong one. Media and search results in an assistant message, and what a `system` message may hold, are
    judged by rules of their own.
    """
    for block in misplaced(index):
        yield hit(block.path, at=block.message, kind=block.kind, role=ROLE[block.kind])


def misplaced(index: Index) -> list[Block]:
    """The blocks in a user or assistant message that only another role may hold, in document order."""
    return once_each(index, _misplaced)


def _misplaced(message: Message) -> list[Block]:
    return [block for block in message.blocks if message.role in _NOT_IN.get(block.kind, ())]
