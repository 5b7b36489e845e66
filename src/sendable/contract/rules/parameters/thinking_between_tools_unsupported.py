"""The rule `thinking-between-tools-unsupported`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.thinking_setting import thinking_type
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_BETWEEN = {"type": "between_tools"}


@rule(
    phase=Phase.PARAMETERS,
    when=("thinking=",),
    message='"thinking.type.between_tools" is not supported for this model.',
    evidence=[documented("api/errors, with the text", "2026-10-08")],
    breaks=request(user("Hi"), thinking=_BETWEEN, model="claude-haiku-5-5"),
    spares=request(user("Hi"), thinking=_BETWEEN, model="claude-sonnet-5-5"),
)
def thinking_between_tools_unsupported(index: Index, target: Target) -> Hits:
    """Only Sonnet 5.5 can be told to think between tool calls alone.

    A conversation that moves from it to another model takes the setting along.
    """
    facts = target.facts
    if facts is not None and "between_tools" not in facts.thinking and thinking_type(index) == "between_tools":
        yield hit(("thinking",))
