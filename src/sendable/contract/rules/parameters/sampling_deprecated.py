"""The rule `sampling-deprecated`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.sampling import refused_by_model
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.PARAMETERS,
    when=("temperature=", "top_p=", "top_k="),
    message="`{field}` is deprecated for this model.",
    also=("{field} is deprecated for this model",),
    evidence=[
        measured("LX findings: a sweep over nine models", "2026-09"),
        documented("models/migration-guide", "2026-10-08"),
        reported("public logs with request ids: the text", "2026-09"),
    ],
    breaks=request(user("Hi"), temperature=0.2, model="claude-opus-4-8"),
    spares=request(user("Hi"), temperature=1, model="claude-opus-4-8"),
)
def sampling_deprecated(index: Index, target: Target) -> Hits:
    """Newer models sample as they do: `temperature`, `top_p` and `top_k` keep their default values.

    That came with Opus 4.7. A default that is written out was accepted where it was measured; leaving the field out is
    always right. Haiku 5.5 takes `temperature` 1 or `top_p` 0.99.
    """
    for field in refused_by_model(index, target):
        yield hit((field,), field=field)
