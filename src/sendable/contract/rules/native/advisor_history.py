"""The rule `advisor-history`."""

from sendable.contract.evidence import documented, inferred
from sendable.contract.rule import Example, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, native_result, request, user
from sendable.wire.index import Index

BETA = "advisor-tool-2026-03-01"
_ADVICE = {"type": "advisor_result", "text": "Take the tide table of the harbour."}
_DONE = request(
    user("Hi"), assistant(native_call("advisor"), native_result("advisor", content=_ADVICE), "Done."), user("And?")
)


@rule(
    phase=Phase.FIELDS,
    when=("server_tool_use",),
    message="{path}.server_tool_use.name: Input should be 'web_search', 'web_fetch', 'code_execution', "
    "'bash_code_execution', 'text_editor_code_execution', 'tool_search_tool_regex' or 'tool_search_tool_bm25'",
    evidence=[
        documented("agents-and-tools/tool-use/advisor-tool: history needs the beta, not the tool", "2026-10-08"),
        inferred("the wording: that of a name outside the ones known without the beta", "2026-11-30"),
    ],
    breaks=Example(request(user("Hi"), assistant(native_call("advisor")), user("And?")), Target(betas=[])),
    spares=Example(_DONE, Target(betas=[BETA])),
    implies=("server-tool-unpaired",),
)
def advisor_history(index: Index, target: Target) -> Hits:
    """Calls of the advisor in the history need the beta of the advisor tool.

    The tool itself may be gone once its calls are answered, but the header stays. A client that switches the advisor
    off usually drops both.
    """
    if target.lacks(BETA):
        for call in index.blocks("server_tool_use"):
            if call.value.get("name") == "advisor":
                yield hit(call.path)
