"""The rule `output-config-platform`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.output_config import knows_output_config
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_EFFORT = {"effort": "high"}


@rule(
    phase=Phase.KEYS,
    when=("output_config=",),
    platforms=("bedrock", "vertex"),
    message="output_config: Extra inputs are not permitted",
    evidence=[
        reported("changelog of Claude Code 2.1.122", "2026-07"),
        documented("build-with-claude/structured-outputs: the models on Bedrock", "2026-10-08"),
    ],
    breaks=Example(request(user("Hi"), output_config=_EFFORT, model="claude-sonnet-4-20250514"), Target("bedrock")),
    spares=Example(request(user("Hi"), output_config=_EFFORT, model="claude-opus-4-6"), Target("bedrock")),
)
def output_config_platform(index: Index, target: Target) -> Hits:
    """On Bedrock and Google Cloud `output_config` is known from the 4.5 models on.

    Older models are served there as they were when they came out, with the fields of that time.
    """
    if index.request.get("output_config") is not None and not knows_output_config(target):
        yield hit(("output_config",))
