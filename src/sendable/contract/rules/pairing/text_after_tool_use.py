"""The rule `text-after-tool-use`."""

from sendable.contract.client_pairs import client_pairs, mispaired, reported_turn
from sendable.contract.evidence import recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, request, text, tool, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.shown import shown


@rule(
    phase=Phase.PAIRING,
    when=("tool_use",),
    asks=mispaired,
    message="messages.{turn}: `tool_use` ids were found without `tool_result` blocks immediately after: {ids}. "
    "Each `tool_use` block must have a corresponding `tool_result` block in the next message.",
    evidence=[recorded("claude-haiku-4-5 and claude-3-5-sonnet: text behind an answered call", "2026-05-05")],
    breaks=request(user("Hi"), assistant(tool_use(), text("Done.")), user(tool_result())),
    spares=request(
        user("Hi"),
        assistant(text("One moment."), tool_use(), native_call()),
        user(tool_result()),
        tools=[tool(), {"type": "web_search_20250305", "name": "web_search"}],
    ),
)
def text_after_tool_use(index: Index, target: Target) -> Hits:
    """In an assistant turn that is answered, no text stands behind a client call.

    The text takes the place in which the API expects the result, so the call counts as unanswered, reported at its own
    turn. Only text does that: a native call behind a client call is what an open turn looks like. Frameworks that put
    the pieces of a streamed turn together in another order make such turns, and so does merging two answers.
    """
    for turn, calls in client_pairs(index).cut_off:
        ids = ", ".join(str(shown(call.value.get("id"))) for call in calls)
        yield hit(calls[0].path, turn=reported_turn(index, turn.number), ids=ids)
