"""The rule `tool-search-input`."""

from sendable.contract.evidence import measured, recorded
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_searches import KEYS, misnamed
from sendable.targets import Target
from sendable.wire.build import assistant, native_call, request, user
from sendable.wire.index import Index

_FOUND = {
    "type": "tool_search_tool_result",
    "tool_use_id": "srvtoolu_1",
    "content": {"type": "tool_search_tool_search_result", "tool_references": []},
}


@rule(
    phase=Phase.CONTENT,
    when=("server_tool_use",),
    message="{path}.server_tool_use.input.{key}: Field required",
    evidence=[
        measured("pydantic-ai models/anthropic.py, without the text", "2026-10"),
        recorded(
            "accepted calls hold `pattern` for the one, `query` for the other (read in 2026-11)",
            "2026-11",
            accepted=True,
        ),
    ],
    breaks=request(user("Hi"), assistant(native_call("tool_search_tool_regex"), _FOUND), user("And?")),
    spares=request(user("Hi"), assistant(native_call("tool_search_tool_bm25"), _FOUND), user("And?")),
)
def tool_search_input(index: Index, target: Target) -> Hits:
    """A call of the regex search holds a `pattern`, one of the BM25 search a `query`.

    A store that keeps one form for both searches writes the wrong key back. The API's own words are not known.
    """
    for block in misnamed(index):
        yield hit(block.path, key=KEYS[block.value["name"]])
