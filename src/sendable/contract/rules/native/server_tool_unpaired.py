"""The rule `server-tool-unpaired`."""

from sendable.contract.evidence import documented, measured, recorded
from sendable.contract.native_pairs import is_tool_search, native_pairs
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, request, tool, tool_result, tool_use, user
from sendable.wire.index import Index
from sendable.wire.kinds import answer_kind

_WEB_SEARCH = {"type": "web_search_20250305", "name": "web_search"}


@rule(
    phase=Phase.PAIRING,
    when=("server_tool_use", "mcp_tool_use"),
    message="`{name}` tool use with id `{id}` was found without a corresponding `{result}` block",
    variants={
        "undeclared": "`{name}` tool use with id `{id}` was found without a corresponding `{result}` block "
        "but no `{name}` tool was provided",
    },
    also=("mcp_tool_use with id {id} was found without a corresponding mcp_tool_result block",),
    evidence=[
        recorded("pydantic-ai cassettes of calls in flight: accepted on claude-sonnet-4-5", "2026-07", accepted=True),
        documented("agents-and-tools/tool-use/server-tools, with the text", "2026-08-21"),
        measured("pydantic-ai models/anthropic.py: the refusals", "2026-10"),
    ],
    breaks=request(user("Hi"), assistant(native_call()), user("And?"), tools=[_WEB_SEARCH]),
    spares=request(user("Hi"), assistant(native_call(), tool_use()), user(tool_result()), tools=[tool(), _WEB_SEARCH]),
)
def server_tool_unpaired(index: Index, target: Target) -> Hits:
    """A native call has its result behind it, or its turn is still open and its tool is declared.

    The result is found by id and kind behind the call: a call that waited beside a client call is answered in the next
    assistant turn. A turn is open while it is the last one (a paused turn), or while all that follows are results of
    its own client calls. One more block, even a text, closes it, and a result behind that comes too late. Bedrock does
    not wait for a tool search.

    Histories break this way when a paused turn is stored and the user writes on, when a result block was of a kind that
    the framework could not store, or when the tool was taken out of the request.
    """
    pairs = native_pairs(index)
    undeclared = set(pairs.undeclared)
    searches = [call for call in pairs.waiting if is_tool_search(call)] if target.platform == "bedrock" else []
    for call in (*pairs.unpaired, *searches):
        name = "mcp_tool_use" if call.kind == "mcp_tool_use" else call.value.get("name")
        variant = "undeclared" if call in undeclared else ""
        yield hit(call.path, variant, name=name, id=call.value.get("id"), result=answer_kind(call.value))
