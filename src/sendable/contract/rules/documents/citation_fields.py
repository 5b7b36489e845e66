"""The rule `citation-fields`."""

from sendable.contract.evidence import documented
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.build import assistant, request, text, user
from sendable.wire.index import Index
from sendable.wire.limits import LIMITS


def _citing(title: str) -> Json:
    cited = {"type": "web_search_result_location", "cited_text": "So it is.", "encrypted_index": "Eo8B",
             "title": title, "url": "https://example.com"}  # fmt: skip
    return text("So it is.", citations=[cited])


@rule(
    phase=Phase.FIELDS,
    when=("text",),
    message="{loc}: String should have at most {longest} characters",
    evidence=[documented("OpenAPI of the Messages API, RequestWebSearchResultLocationCitation", "2026-08-18")],
    breaks=request(user("Hi"), assistant(_citing("A" * 256)), user("Why?")),
    spares=request(user("Hi"), assistant(_citing("A" * 255)), user("Why?")),
    only_claims=True,
    claims=(
        ("length", "CitationWebSearchResultLocation", "title"),
        ("length", "CitationWebSearchResultLocation", "url"),
    ),
)
def citation_fields(index: Index, target: Target) -> Hits:
    """The title in a citation of a web search has at most 255 characters, its URL at most 2048.

    Citations that the API returned keep to that. Those that were put together again from a database need not.
    """
    for fault in claimed(index, "citation-fields"):
        yield hit(fault.path, loc=fault.loc, longest=LIMITS[fault.owner, fault.field].longest)
