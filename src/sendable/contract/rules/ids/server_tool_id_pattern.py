"""The rule `server-tool-id-pattern`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, native_result, request, user
from sendable.wire.index import Index
from sendable.wire.kinds import NATIVE_RESULTS as KINDS
from sendable.wire.limits import NATIVE_RESULTS


@rule(
    phase=Phase.FIELDS,
    when=("server_tool_use", "tool_use", *sorted(KINDS)),
    message="{loc}: String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'",
    evidence=[
        documented("OpenAPI description behind the official SDKs", "2026-10"),
        reported("ding113/claude-code-hub#470, decolua/9router#3685", "2026-06"),
    ],
    breaks=request(user("Hi"), assistant(native_call(call="call_1"), native_result(call="call_1")), user("And?")),
    spares=request(user("Hi"), assistant(native_call(), native_result()), user("And?")),
    only_claims=True,
    claims=(
        ("pattern", "ServerToolUseBlock", "id"),
        *(("pattern", owner, "tool_use_id") for owner in NATIVE_RESULTS),
        ("pattern", "ServerToolCaller", "tool_id"),
        ("pattern", "ServerToolCaller20260120", "tool_id"),
    ),
)
def server_tool_id_pattern(index: Index, target: Target) -> Hits:
    """The id of a native call begins with `srvtoolu_`, wherever it is named.

    That holds for the call, for its result, and for the `caller` of a call that code made. Gateways that translate the
    built-in tools of another vendor into these blocks keep that vendor's ids.
    """
    for fault in claimed(index, "server-tool-id-pattern"):
        yield hit(fault.path, loc=fault.loc)
