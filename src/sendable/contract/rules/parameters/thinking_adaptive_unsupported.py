"""The rule `thinking-adaptive-unsupported`."""

from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import thinking_type
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_ADAPTIVE = {"type": "adaptive"}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message="adaptive thinking is not supported on this model",
    evidence=[
        measured("LX findings on nine models", "2026-09"),
        documented("api/errors, with the text", "2026-10-08"),
    ],
    breaks=request(user("Hi"), thinking=_ADAPTIVE, model="claude-haiku-4-5"),
    spares=request(user("Hi"), thinking=_ADAPTIVE, model="claude-sonnet-4-6"),
)
def thinking_adaptive_unsupported(index: Index, target: Target) -> Hits:
    """Models up to 4.5 think with a budget only.

    A fallback from a newer model to an older one runs into this.
    """
    facts = target.facts
    if facts is not None and "adaptive" not in facts.thinking and thinking_type(index) == "adaptive":
        yield hit(("thinking",))
