"""The rule `thinking-disabled-unsupported`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import thinking_type
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_OFF = {"type": "disabled"}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message='"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and '
    '"output_config.effort" to control thinking behavior.',
    variants={
        "between": 'To turn thinking off on this model, send "thinking": {on} instead of {off}. The model does not '
        "think before responding. The short updates it writes between tool calls come back as thinking blocks.",
    },
    also=('To turn thinking off on this model, send "thinking": {on} instead of {off}.',),
    evidence=[
        documented("api/errors, with the texts", "2026-10-08"),
        reported("the whole text of Sonnet 5.5, in a public log", "2026-10"),
    ],
    breaks=request(user("Hi"), thinking=_OFF, model="claude-opus-5-5"),
    spares=request(user("Hi"), thinking=_OFF, model="claude-sonnet-5"),
)
def thinking_disabled_unsupported(index: Index, target: Target) -> Hits:
    """Some newer models always think.

    Leaving the field out is what comes nearest, with a low effort; Sonnet 5.5 has `between_tools` for it.
    """
    facts = target.facts
    if facts is None or "disabled" in facts.thinking or thinking_type(index) != "disabled":
        return
    variant = "between" if "between_tools" in facts.thinking else ""
    yield hit(("thinking",), variant, on='{"type": "between_tools"}', off='{"type": "disabled"}')
