"""The rule `sys-tool-change`."""

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.tool_changes import behind_paused_turn, changes, is_known, named
from sendable.targets import Target
from sendable.wire.build import request, system, tool, user
from sendable.wire.index import Index

_ADDED = {"type": "tool_addition", "tool": {"type": "tool_reference", "name": "search"}}
_NEW = Target(model="claude-opus-4-8")


@rule(
    phase=Phase.ROLES,
    when=("tool_addition", "tool_removal"),
    message="tool_addition/tool_removal references unknown tool '{name}'",
    variants={
        "model": "tool_addition/tool_removal is not supported on this model",
        "paused": "messages.{at}: tool_addition/tool_removal must follow a 'user' message",
    },
    evidence=[
        recorded("claude-opus-4-8: changes of declared tools, accepted", "2026-07", accepted=True),
        measured("pydantic-ai models/anthropic.py, with the texts", "2026-10"),
        documented("build-with-claude/mid-conversation-system-messages; no text for a paused turn", "2026-10-08"),
    ],
    breaks=Example(request(user("Hi"), system(_ADDED), tools=[tool("lookup")]), _NEW),
    spares=Example(
        request(user("Hi"), system(_ADDED), tools=[tool("lookup"), tool("search", defer_loading=True)]), _NEW
    ),
    needs_whole=True,
)
def sys_tool_change(index: Index, target: Target) -> Hits:
    """A change of tools names a tool that is declared or was defined before, on a model that takes it.

    A tool is declared from the start, deferred, and added by reference later; a definition inside an entry declares it
    from there on. Right behind a paused turn the API takes no change of tools, though it takes text; how it words that
    is not known. A tool that was taken out of `tools` leaves its additions behind in the history.
    """
    ignored = target.facts is not None and target.facts.system_messages == "ignored"
    for message, block, known in changes(index):
        if ignored:
            yield hit(block.path, "model")
        elif behind_paused_turn(index, message):
            yield hit(block.path, "paused", at=message.at)
        elif not is_known(block, known):
            yield hit(block.path, name=named(block))
