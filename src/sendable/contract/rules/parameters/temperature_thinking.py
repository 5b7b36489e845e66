"""The rule `temperature-thinking`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.sampling import refused_by_thinking
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_MANUAL = {"type": "enabled", "budget_tokens": 1024}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message="`temperature` may only be set to 1 when thinking is enabled or in adaptive mode.",
    variants={
        "top_p": "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode.",
        "top_k": "`top_k` must be unset when thinking is enabled or in adaptive mode.",
    },
    also=(
        "`temperature` may only be set to 1 when thinking is enabled.",
        "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled",
        "`top_k` must be unset when thinking is enabled",
    ),
    evidence=[
        measured("LX findings on nine models", "2026-09"),
        documented("build-with-claude/extended-thinking", "2026-08-21"),
        reported("source of several gateways: the texts of `top_p` and `top_k`", "2026-10"),
    ],
    breaks=request(user("Hi"), thinking=_MANUAL, max_tokens=2048, temperature=0.5),
    spares=request(user("Hi"), thinking=_MANUAL, max_tokens=2048, temperature=1, model="claude-opus-4-6"),
)
def temperature_thinking(index: Index, target: Target) -> Hits:
    """While a request thinks, `temperature` is 1, `top_p` 0.95 or more, and `top_k` not given.

    Turning thinking on for an agent that was tuned with a low temperature breaks its requests. On models that take no
    temperature at all this is reported first.
    """
    for field in refused_by_thinking(index):
        yield hit((field,), "" if field == "temperature" else field)
