"""The rule `tool-result-programmatic`."""

from sendable.contract.evidence import documented
from sendable.contract.media import loc
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_results import holds_only_text, programmatic_results
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.build import assistant, image, native_call, request, text, tool, tool_result, tool_use, user
from sendable.wire.index import Index


def _answered(content: object) -> Json:
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_1"}
    return request(
        user("Hi"),
        assistant(native_call("code_execution"), tool_use(caller=caller)),
        user(tool_result(content=content)),
        container="container_1",
        tools=[{"type": "code_execution_20260120", "name": "code_execution"}, tool()],
    )


@rule(
    phase=Phase.CONTENT,
    when=("server_tool_use",),
    message="{loc}: all content must be type `text` if the call was made by code",
    evidence=[documented("agents-and-tools/tool-use/programmatic-tool-calling", "2026-08-21")],
    breaks=_answered([text("42"), image()]),
    spares=_answered([text("42")]),
)
def tool_result_programmatic(index: Index, target: Target) -> Hits:
    """The result of a call that code made is a string or text blocks.

    The code gets the result as a value, so there is no place for an image. The documentation states it, without the
    text of the answer. A tool that was written for the model, and returns screenshots, breaks it once code may call it.
    """
    for block in programmatic_results(index):
        if not holds_only_text(block) and block.value.get("is_error") is not True:
            yield hit(block.path, loc=loc(block))
