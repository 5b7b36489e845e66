"""The rule `container-without-tool`."""

from sendable.contract.evidence import measured, recorded
from sendable.contract.native_pairs import declares_code
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.threads import continues_thread
from sendable.targets import Target
from sendable.wire.build import request, tool, user
from sendable.wire.index import Index
from sendable.wire.schema import known_tags


@rule(
    phase=Phase.FINAL_TURN,
    when=("container=",),
    needs_whole=True,
    message="container: Container identifier can only be provided when using the code execution tool",
    evidence=[
        measured("two projects that replay conversations: the refusal", "2026-09"),
        recorded("claude-sonnet-4-5: a tool that code may call is enough", "2026-01", accepted=True),
    ],
    breaks=request(user("Hi"), container="container_01", tools=[tool()]),
    spares=request(
        user("Hi"), container="container_01", tools=[{"type": "code_execution_20250825", "name": "code_execution"}]
    ),
)
def container_without_tool(index: Index, target: Target) -> Hits:
    """A container is named only in a request that can run code.

    Code execution itself, the web tools from February 2026 on, and any tool that code may call count as that. A client
    that repeats the container of the last answer sends it on when the tools are switched off.
    """
    if _named(index.request["container"]) and not declares_code(index) and not _may_run_code(index):
        yield hit(("container",))


def _named(container: object) -> bool:
    return isinstance(container, str) or (isinstance(container, dict) and container.get("id") is not None)


def _may_run_code(index: Index) -> bool:
    """Whether a tool that is newer than the known ones, of a thread, of a toolset or added later may run code."""
    if "tool_addition" in index.top or continues_thread(index):
        return True
    return any(
        "toolset" in tool.kind or (tool.kind != "custom" and tool.kind not in known_tags()) for tool in index.tools
    )
