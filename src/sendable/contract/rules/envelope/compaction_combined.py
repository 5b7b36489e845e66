"""The rule `compaction-combined`."""

from collections.abc import Iterator

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index
from sendable.wire.paths import Path, dotted

_SUMMARIZE = {"type": "summarize"}


@rule(
    phase=Phase.PARAMETERS,
    when=("compaction=",),
    endpoints=("messages", "invoke", "invoke-with-response-stream"),
    message="compaction: cannot be combined with `{field}`",
    evidence=[
        documented("official SDK 2.14, MessageCreateParams.compaction", "2026-11"),
        documented("build-with-claude/compaction-on-demand; the text is not recorded", "2026-10-08"),
    ],
    breaks=request(user("Hi"), compaction=_SUMMARIZE, context_management={"edits": []}),
    spares=request(user("Hi"), compaction=_SUMMARIZE, tool_choice={"type": "auto"}),
    unrepairable="whether a summary or an answer is wanted is for the caller to say",
)
def compaction_combined(index: Index, target: Target) -> Hits:
    """A request for a summary asks for nothing else.

    Context management, stop sequences, an output format, a forced tool and the rest of a task budget shape an answer,
    and the answer to this request is the summary alone. Clients add `compaction` to the body that they would have sent.
    """
    if index.request["compaction"] is not None:
        for path in _shaping(index):
            yield hit(path, field=dotted(path))


def _shaping(index: Index) -> Iterator[Path]:
    body = index.request
    for name in ("context_management", "stop_sequences", "output_format"):
        if body.get(name) is not None and body[name] != []:
            yield (name,)
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice.get("type") in ("any", "tool"):
        yield ("tool_choice",)
    config = body.get("output_config")
    if isinstance(config, dict):
        if config.get("format") is not None:
            yield ("output_config", "format")
        budget = config.get("task_budget")
        if isinstance(budget, dict) and budget.get("remaining") is not None:
            yield ("output_config", "task_budget", "remaining")
