"""The rule `tool-use-name-length`."""

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index


@rule(
    phase=Phase.FIELDS,
    when=("tool_use",),
    message="{call}.name: String should have at most 200 characters",
    variants={"empty": "{call}.name: String should have at least 1 character"},
    evidence=[
        reported("openclaw/openclaw#13134; anthropics/claude-code#2673, #23681; earendil-works/pi PR#1643", "2026-02"),
        documented("OpenAPI description behind the official SDKs", "2026-10"),
    ],
    breaks=request(user("Hi"), assistant(tool_use(name="ls -la && " * 21)), user(tool_result())),
    spares=request(user("Hi"), assistant(tool_use(name="x" * 200)), user(tool_result())),
    only_claims=True,
    claims=(("length", "ToolUseBlock", "name"),),
)
def tool_use_name_length(index: Index, target: Target) -> Hits:
    """The name in a client call has 1 to 200 characters.

    It need not be the name of a declared tool, and its characters are free. Models and gateways that write the whole
    command into the name leave names that are too long; calls of which only the arguments arrived have none.
    """
    for fault in claimed(index, "tool-use-name-length"):
        yield hit(
            fault.path, "empty" if fault.text.endswith("1 character") else "", call=fault.loc.removesuffix(".name")
        )
