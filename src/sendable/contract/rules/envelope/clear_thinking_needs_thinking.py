"""The rule `clear-thinking-needs-thinking`."""

from sendable.contract.context_edits import CLEAR_THINKING, edits
from sendable.contract.evidence import measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_EDITS = {"edits": [{"type": CLEAR_THINKING}]}
_THINKING = {"type": "enabled", "budget_tokens": 1024}


@rule(
    phase=Phase.PARAMETERS,
    when=("context_management=",),
    message="`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive",
    also=("`clear_thinking_20251015` strategy requires `thinking` to be enabled",),
    evidence=[
        measured("public source code", "2026-08-05"),
        reported("eight repositories (req_011CV4MncXgmdkwQzDBFyhjK)", "2026-01"),
    ],
    breaks=request(user("Hi"), context_management=_EDITS),
    spares=request(user("Hi"), context_management=_EDITS, thinking=_THINKING, max_tokens=2048),
)
def clear_thinking_needs_thinking(index: Index, target: Target) -> Hits:
    """Old thinking can only be cleared in a request that thinks.

    Code that turns thinking off for one request (for a forced tool, a cheap side question) leaves the edit in. A model
    that thinks unasked is not judged as long as the body does not turn thinking off.
    """
    for at, edit in edits(index):
        if edit.get("type") == CLEAR_THINKING and _is_off(index.request.get("thinking"), target):
            yield hit(("context_management", "edits", at))


def _is_off(thinking: object, target: Target) -> bool:
    if thinking is None:
        return target.facts is not None and not target.facts.thinks_unasked
    return isinstance(thinking, dict) and thinking.get("type") == "disabled"
