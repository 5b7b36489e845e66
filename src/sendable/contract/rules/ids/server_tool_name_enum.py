"""The rule `server-tool-name-enum`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, native_result, request, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("server_tool_use",),
    message="{call}.name: Input should be {names}",
    evidence=[
        documented("OpenAPI description behind the official SDKs", "2026-10"),
        documented("Claude Code, error reference: unsupported tool content removed", "2026-09"),
    ],
    breaks=request(
        user("Draw a tide table."),
        assistant(native_call("image_generation"), native_result("image_generation")),
        user("And?"),
    ),
    spares=request(user("Hi"), assistant(native_call(), native_result()), user("And?")),
    implies=("server-tool-unpaired",),
    only_claims=True,
    claims=(("enum", "ServerToolUseBlock", "name"),),
)
def server_tool_name_enum(index: Index, target: Target) -> Hits:
    """A native call names one of the tools that the provider runs.

    Gateways that translate other vendors write the names of those vendors' built-in tools here, and so do frameworks
    that take every call they did not run themselves for a native one.
    """
    for fault in claimed(index, "server-tool-name-enum"):
        names = fault.text.removeprefix("Input should be ")
        yield hit(fault.path, call=fault.loc.removesuffix(".name"), names=names)
