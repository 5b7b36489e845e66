"""The rule `cache-top-level-legacy-bedrock`."""

from sendable.contract.envelope import is_newer_bedrock
from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, user
from sendable.wire.index import Index

_LAST = (4, 6)
_BODY = {"anthropic_version": "bedrock-2023-05-31", "model": None, "cache_control": {"type": "ephemeral"}}


@rule(
    phase=Phase.KEYS,
    when=("cache_control=",),
    platforms=("bedrock",),
    message="cache_control: Extra inputs are not permitted",
    evidence=[
        documented("build-with-claude/claude-on-amazon-bedrock-legacy", "2026-08-21"),
        reported("anthropics/anthropic-sdk-python#939, #653; pydantic-ai models/anthropic.py", "2026-06"),
    ],
    breaks=Example(request(user("Hi"), **_BODY), Target("bedrock", "anthropic.claude-sonnet-4-5-20250929-v1:0")),
    spares=Example(request(user("Hi"), **_BODY), Target("bedrock", "us.anthropic.claude-opus-4-8")),
)
def cache_top_level_legacy_bedrock(index: Index, target: Target) -> Hits:
    """The older integration of Bedrock has no automatic caching.

    It serves the models up to version 4.6, and its schema does not know `cache_control` at the top; breakpoints on
    blocks work. Code that was written for the API sends it all the same. A body that names its model goes to the newer
    integration, and is not judged.
    """
    facts = target.facts
    if index.request["cache_control"] is None or is_newer_bedrock(index.request, target):
        return
    if facts is not None and facts.version <= _LAST:
        yield hit(("cache_control",))
