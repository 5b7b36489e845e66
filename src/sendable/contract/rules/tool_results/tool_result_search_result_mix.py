"""The rule `tool-result-search-result-mix`."""

from sendable.contract.evidence import documented
from sendable.contract.media import loc
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.tool_results import held
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.build import assistant, request, text, tool_result, tool_use, user
from sendable.wire.index import Index

FOUND = {"type": "search_result", "source": "https://example.com", "title": "A page", "content": [text("It says so.")]}


@rule(
    phase=Phase.CONTENT,
    when=("search_result",),
    message="{loc}: all content must be type `search_result` if any of it is",
    evidence=[documented("build-with-claude/search-results", "2026-08-21")],
    breaks=request(user("Hi"), assistant(tool_use()), user(tool_result(content=[text("1 hit"), FOUND]))),
    spares=request(user("Hi"), assistant(tool_use()), user(tool_result(content=[FOUND, FOUND]))),
)
def tool_result_search_result_mix(index: Index, target: Target) -> Hits:
    """A tool result that holds a search result holds nothing but search results.

    The documentation states it, without the text of the answer; the wording here follows that of the law about failed
    calls, which has its own rule. A retrieval tool that puts a line such as the number of hits in front breaks it.
    """
    seen: set[Block] = set()
    for inner in index.nested("search_result"):
        parent = inner.parent
        if parent is None or parent.kind != "tool_result" or parent in seen:
            continue
        seen.add(parent)
        if _mixed(parent) and parent.value.get("is_error") is not True:
            yield hit(parent.path, loc=loc(parent))


def _mixed(block: Block) -> bool:
    return any(isinstance(item, dict) and item.get("type") != "search_result" for item in held(block))
