"""The rule `server-result-orphan`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.native_pairs import native_pairs
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, native_result, request, user
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_RESULTS


@rule(
    phase=Phase.PAIRING,
    when=tuple(sorted(NATIVE_RESULTS)),
    message="{path}: unexpected `tool_use_id` found in `{kind}` blocks: {id}. "
    "Each `{kind}` block must have a corresponding `{call}` block before it.",
    evidence=[
        reported("anthropics/claude-code#65726, #64383, #80439 and five more, for the advisor", "2026-09"),
        documented("agents-and-tools/tool-use/advisor-tool", "2026-10-08"),
    ],
    breaks=request(user("Hi"), assistant(native_result()), user("And?")),
    spares=request(user("Hi"), assistant(native_call(), native_result()), user("And?")),
)
def server_result_orphan(index: Index, target: Target) -> Hits:
    """A native result has its call before it, in the same assistant turn.

    Matched by id and by kind: a `web_fetch_tool_result` does not answer a call of `web_search`. For a call that waited
    beside client calls, the turn goes on behind their results; a user who says anything else closes it. Streams that
    were put together in another order, filters and summaries leave results without their calls. A second result of a
    call is one without a call, too.
    """
    for block in native_pairs(index).orphans:
        call = "mcp_tool_use" if block.kind == "mcp_tool_result" else "server_tool_use"
        yield hit(block.path, kind=block.kind, id=block.value.get("tool_use_id"), call=call)
