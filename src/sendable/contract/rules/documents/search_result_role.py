"""The rule `search-result-role`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.build import assistant, request, text, user
from sendable.wire.index import Index

FOUND = {"type": "search_result", "source": "https://example.com", "title": "A page", "content": [text("It says so.")]}


@rule(
    phase=Phase.ROLES,
    when=("search_result",),
    message="messages.{message}.content: 'search_result' blocks are not permitted within assistant turns",
    evidence=[documented("build-with-claude/search-results", "2026-08-21")],
    breaks=request(user("Hi"), assistant(FOUND, "So it is."), user("Why?")),
    spares=request(user(FOUND, "Is it so?"), assistant("So it is."), user("Why?")),
)
def search_result_role(index: Index, target: Target) -> Hits:
    """Search results stand in user turns and tool results.

    A retrieval step that keeps what it found beside the answer which it led to puts them into the assistant's turn. The
    wording is that of the same law for images.
    """
    for message in index.messages:
        if message.role != "assistant":
            continue
        for block in message.blocks:
            if block.kind == "search_result":
                yield hit(block.path, message=message.at)
