"""The rule `tool-result-missing-id`."""

from sendable.contract.evidence import documented, measured, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


def _nameless(block: Json, field: str) -> Json:
    return {name: value for name, value in block.items() if name != field}


@rule(
    phase=Phase.FIELDS,
    when=("tool_use", "tool_result"),
    message="{result}.tool_result.tool_use_id: Field required",
    variants={
        "call": "{result}.tool_use.id: Field required",
        "type": "{result}.tool_result.tool_use_id: Input should be a valid string",
        "call-type": "{result}.tool_use.id: Input should be a valid string",
    },
    evidence=[
        measured("AEGIS probe on claude-haiku-4-5: a result without its id", "2026-08-28"),
        reported("google/adk-python#4348: ids that are null after a prefix was stripped", "2026-02"),
        documented("anthropic SDK 2.14: `id` and `tool_use_id` are required strings", "2026-11"),
    ],
    breaks=request(user("Hi"), assistant(_nameless(tool_use(), "id")), user(_nameless(tool_result(), "tool_use_id"))),
    spares=request(user("Hi"), assistant(tool_use("call_1")), user(tool_result("call_1"))),
    only_claims=True,
    claims=(
        ("missing", "ToolResultBlock", "tool_use_id"),
        ("missing", "ToolUseBlock", "id"),
        ("type", "ToolResultBlock", "tool_use_id"),
        ("type", "ToolUseBlock", "id"),
    ),
)
def tool_result_missing_id(index: Index, target: Target) -> Hits:
    """Every client call has an id, and every result names the call that it answers; both are strings.

    Vendors that pair by the name of the tool or by order send no ids, so histories that were started with them hold
    none. Others lose them when a prefix that a framework had put before its own ids is taken off again.
    """
    for fault in claimed(index, "tool-result-missing-id"):
        call = "call" if fault.owner == "ToolUseBlock" else ""
        kind = "type" if fault.kind == "type" else ""
        where = fault.loc.rpartition(".")[0].rpartition(".")[0]
        yield hit(fault.path, "-".join(part for part in (call, kind) if part), result=where)
