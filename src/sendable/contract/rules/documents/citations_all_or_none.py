"""The rule `citations-all-or-none`."""

from collections.abc import Iterator

from sendable.contract.evidence import documented
from sendable.contract.rule import Hit, Hits, Phase, hit, rule
from sendable.targets import Target
from sendable.wire.blocks import Block
from sendable.wire.build import document, request, user
from sendable.wire.index import Index

ON = {"enabled": True}


@rule(
    phase=Phase.MEDIA,
    when=("document", "search_result"),
    message="{path}: citations must be enabled on all or none of the documents within a request",
    evidence=[documented("build-with-claude/citations, build-with-claude/search-results", "2026-08-21")],
    breaks=request(user(document(citations=ON), document())),
    spares=request(user(document(citations=ON), document(citations=ON))),
    unrepairable="whether the model may cite is the caller's choice, and the answers of the conversation depend on it",
)
def citations_all_or_none(index: Index, target: Target) -> Hits:
    """Citations are on for all documents of a request or for none, and likewise for all search results.

    The answer of the API is not on record; the text is that of the documentation. An application that turned citations
    on one day, over histories that were begun before, mixes them.
    """
    yield from _mixed(index.blocks("document"))
    yield from _mixed([*index.blocks("search_result"), *index.nested("search_result")])


def _mixed(blocks: list[Block]) -> Iterator[Hit]:
    for block in blocks[1:]:
        if _cited(block) != _cited(blocks[0]):
            yield hit(block.path)
            return


def _cited(block: Block) -> bool:
    setting = block.value.get("citations")
    return isinstance(setting, dict) and setting.get("enabled") is True
