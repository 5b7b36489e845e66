"""The rule `prefill-unsupported`."""

from sendable.contract.closing_turn import prefill
from sendable.contract.evidence import documented, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, native_result, request, user
from sendable.wire.index import Index

_WEB_SEARCH = {"type": "web_search_20250305", "name": "web_search"}


@rule(
    phase=Phase.FINAL_TURN,
    message="This model does not support assistant message prefill. The conversation must end with a user message.",
    evidence=[
        recorded("claude-sonnet-5: a request that ends in assistant text", "2026-07-13"),
        recorded("claude-sonnet-4-5: a paused turn at the end, continued", "2026-07", accepted=True),
        documented("api/errors, with the text", "2026-10-08"),
        documented("official SDK 2.14: the tool runner resumes a pause after compaction as it is", "2026-11"),
    ],
    breaks=Example(request(user("Hi"), assistant("The answer is")), Target(model="claude-sonnet-5")),
    spares=Example(
        request(user("Hi"), assistant("Let me see.", native_call(), native_result()), tools=[_WEB_SEARCH]),
        Target(model="claude-sonnet-5"),
    ),
)
def prefill_unsupported(index: Index, target: Target) -> Hits:
    """From Claude 4.6 on a request ends with the user, unless a paused turn is to be continued.

    A paused turn is one that ends in native calls or results, or in the summary of a compaction that paused. A request
    for a summary alone is not judged: nothing is written behind it. A turn that waits for client results is reported by
    `pending-tool-use-at-end`. Histories end in an assistant message when an answer was stored and nothing was said
    since, when a prefill was meant for an older model, or when the last user message was lost.
    """
    if target.facts is not None and not target.facts.prefill:
        turn = prefill(index)
        if turn is not None:
            yield hit(turn.messages[-1].path)
