"""The rule `toolset-rules`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.toolset_results import member_results, strays, unnamed
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from sendable.wire.index import Index

_TOOLSET = {"type": "computer_toolset_20260801"}
_CALL = tool_use(name="screenshot", toolset_name="computer")


@rule(
    phase=Phase.CONTENT,
    when=("tool_use",),
    asks=member_results,
    message="messages.{turn}.content.{at}.tool_result: `toolset_name` must be '{name}', as in the `tool_use` block",
    variants={
        "block": "messages.{turn}.content.{at}.tool_result: `{kind}` blocks are not allowed in the result of a member "
        "of the `{name}` toolset",
    },
    evidence=[
        documented("agents-and-tools/tool-use/browser-use-tool, computer-use-tool, without the texts", "2026-10-08"),
        documented("agents-and-tools/tool-use/handle-tool-calls", "2026-09"),
    ],
    breaks=request(user("Look."), assistant(_CALL), user(tool_result()), tools=[_TOOLSET]),
    spares=request(user("Look."), assistant(_CALL), user(tool_result(toolset_name="computer")), tools=[_TOOLSET]),
)
def toolset_rules(index: Index, target: Target) -> Hits:
    """The result of a toolset's member repeats the toolset's name, and holds text and images only.

    A member of the browser toolset may add its `browser_state`. Code that knows client tools alone answers by id, and
    leaves the name out. The API's own words are not known.
    """
    for call, result in unnamed(index):
        at = result.position
        yield hit(result.path, turn=result.message, at=at, name=call.value["toolset_name"])
    for call, result, block in strays(index):
        yield hit(
            block.path, "block", turn=result.message, at=result.position, kind=block.kind,
            name=call.value["toolset_name"],
        )  # fmt: skip
