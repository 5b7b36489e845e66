"""The rule `strict-too-many`."""

from sendable.contract.evidence import recorded
from sendable.contract.plain_tools import unusual_tools
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index

_MOST = 20
_SCHEMA = {"type": "object", "properties": {}, "additionalProperties": False}


@rule(
    phase=Phase.TOOLS,
    when=("tools=",),
    asks=unusual_tools,
    message="Too many strict tools ({n}). The maximum number of strict tools supported is 20. "
    "Try reducing the number of tools marked as strict.",
    evidence=[recorded("rig strict_schema_limits, claude-sonnet-4-6 (undated, read in 2026-11)", "2026-11")],
    breaks=request(user("Hi"), tools=[tool(f"t{n}", _SCHEMA, strict=True) for n in range(21)]),
    spares=request(user("Hi"), tools=[tool(f"t{n}", _SCHEMA, strict=n != 20) for n in range(21)]),
)
def strict_too_many(index: Index, target: Target) -> Hits:
    """At most twenty tools of a request are strict.

    Tools that are not strict do not count. Frameworks that mark every tool meet the limit as their tools grow.
    """
    strict = [block for block in index.tools if block.kind == "custom" and block.value.get("strict") is True]
    if len(strict) > _MOST:
        yield hit(strict[_MOST].path, n=len(strict))
