"""The rule `budget-over-max-tokens`."""

from sendable.contract.evidence import documented, recorded
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.contract.thinking_setting import thinking_type
from sendable.contract.threads import continues_thread
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_PAGE = "https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size"
_BETA = "interleaved-thinking-2025-05-14"

# Manual thinking goes on between tool calls with the beta only on these (documented 2026-10-08).
_INTERLEAVES = ("claude-opus-4-5", "claude-sonnet-4-5", "claude-opus-4-1", "claude-opus-4", "claude-sonnet-4",
                "claude-sonnet-4-6")  # fmt: skip
_MANUAL = {"type": "enabled", "budget_tokens": 4096}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message="`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at {page}",
    also=("`max_tokens` must be greater than `thinking.budget_tokens`.",),
    evidence=[
        recorded("lingua payloads/transforms, five requests (read in 2026-11)", "2026-11"),
        documented("build-with-claude/extended-thinking", "2026-08-21"),
    ],
    breaks=request(user("Hi"), thinking=_MANUAL, max_tokens=4096),
    spares=Example(request(user("Hi"), thinking=_MANUAL, tools=[tool()], max_tokens=1024), Target(betas=[_BETA])),
)
def budget_over_max_tokens(index: Index, target: Target) -> Hits:
    """`max_tokens` is more than the budget of thinking, which is a part of it.

    With interleaved thinking the budget is for the whole turn, and may be more. Whether its beta was sent is unknown
    where betas are: then a request with tools is not judged.
    """
    if thinking_type(index) != "enabled" or _may_interleave(index, target):
        return
    budget, most = index.request["thinking"].get("budget_tokens"), index.request.get("max_tokens")
    if isinstance(budget, int) and isinstance(most, int) and budget >= max(most, 1024):
        yield hit(("max_tokens",), page=_PAGE)


def _may_interleave(index: Index, target: Target) -> bool:
    facts = target.facts
    if facts is not None and facts.name not in _INTERLEAVES:
        return False
    if target.betas is not None:
        return _BETA in target.betas
    return bool(index.tools) or continues_thread(index)
