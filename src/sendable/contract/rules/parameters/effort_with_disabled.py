"""The rule `effort-with-disabled`."""

from sendable.contract.effort import capped, changed_messages
from sendable.contract.evidence import documented, measured
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import effort_of
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_OFF = {"type": "disabled"}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message="output_config.effort '{level}' is not supported when thinking is disabled on this model. "
    "Use effort 'high' or below, or enable thinking.",
    variants={
        "turn": "messages.{at}: output_config.effort '{level}' differs from the '{before}' in effect before it; effort "
        "cannot change when thinking is disabled on this model. Use effort '{before}', or enable thinking.",
    },
    evidence=[
        measured("pydantic-ai models/anthropic.py", "2026-10"),
        documented("api/errors; build-with-claude/effort, with the texts", "2026-10-08"),
    ],
    breaks=request(user("Hi"), thinking=_OFF, output_config={"effort": "xhigh"}, model="claude-opus-5"),
    spares=request(user("Hi"), thinking=_OFF, output_config={"effort": "high"}, model="claude-opus-5"),
)
def effort_with_disabled(index: Index, target: Target) -> Hits:
    """Without thinking the effort is `high` at most on newer models, and on the newest it stays as it is.

    Sonnet 5 takes any effort. Sonnet 5.5 with `between_tools` and Haiku 5.5 with `disabled` do not even take another
    effort for a later turn.
    """
    if not capped(index, target):
        return
    level = effort_of(index.request)
    if level in ("xhigh", "max"):
        yield hit(("output_config", "effort"), level=level)
    for message, before in changed_messages(index, target):
        path = (*message.path, "output_config", "effort")
        yield hit(path, "turn", at=message.at, level=effort_of(message.value), before=before)
        return
