"""The rule `tool-result-error-empty`."""

from sendable.contract.evidence import reported
from sendable.contract.media import loc
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_results import error_results
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.CONTENT,
    when=("tool_result",),
    asks=error_results,
    message="{loc}: content cannot be empty if `is_error` is true",
    evidence=[reported("six public sources that quote the error, one on Bedrock", "2026-09")],
    breaks=request(user("Hi"), assistant(tool_use()), user(tool_result(content="", is_error=True))),
    spares=request(user("Hi"), assistant(tool_use()), user(tool_result(content=""))),
)
def tool_result_error_empty(index: Index, target: Target) -> Hits:
    """The result of a failed call says something.

    A result of a call that went well may be empty. A command that exits with an error and prints nothing, and a
    permission that was refused without a reason, leave an empty one with the flag.
    """
    for block in error_results(index):
        if not block.value.get("content"):
            yield hit(block.path, loc=loc(block))
