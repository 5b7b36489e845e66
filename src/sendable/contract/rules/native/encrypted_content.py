"""The rule `encrypted-content`."""

from collections.abc import Iterator
from typing import Any

from sendable.contract.evidence import documented, reported
from sendable.contract.rule import Hits, Phase, hit, rule
from sendable.contract.shape import claimed
from sendable.targets import Target
from sendable.wire.blocks import Block, Message
from sendable.wire.build import assistant, native_call, native_result, request, text, user
from sendable.wire.grown import once_each
from sendable.wire.index import Index
from sendable.wire.paths import dotted

_HIT = {"type": "web_search_result", "title": "Tides", "url": "https://tides.test", "encrypted_content": "EqgfCioIAR"}
_CITATION = {
    "type": "web_search_result_location",
    "cited_text": "High tide",
    "title": "Tides",
    "url": "https://tides.test",
    "encrypted_index": "Eo8BCioIAR",
}
_FIELDS = {
    ("WebSearchResultBlock", "encrypted_content"),
    ("AdvisorRedactedResultBlock", "encrypted_content"),
    ("EncryptedCodeExecutionResultBlock", "encrypted_stdout"),
    ("CitationWebSearchResultLocation", "encrypted_index"),
}
_RESULTS = {"advisor_tool_result": "encrypted_content", "code_execution_tool_result": "encrypted_stdout"}
_KINDS = frozenset({"web_search_tool_result", *_RESULTS})


def encrypted(index: Index) -> bool:
    """Whether the request holds what may be encrypted: results that are, texts that cite, or a fault in one."""
    return bool(once_each(index, _citing) or not _KINDS.isdisjoint(index.top) or claimed(index, "encrypted-content"))


@rule(
    phase=Phase.FIELDS,
    when=("text", "web_search_tool_result", *sorted(_RESULTS)),
    message="{block}: Invalid `encrypted_content` in `search_result` block",
    variants={
        "encrypted_index": "Invalid encrypted_index in text block",
        "encrypted_stdout": "Invalid encrypted_stdout in encrypted_code_execution_result block",
        "advisor": "Advisor tool result content could not be processed",
        "missing": "{holder}.encrypted_{part}: Field required",
        "type": "{holder}.encrypted_{part}: Input should be a valid string",
    },
    also=("Failed to decrypt web search result content",),
    evidence=[
        documented("agents-and-tools/tool-use/web-search-tool: missing or modified is a 400", "2026-08-21"),
        reported("public source code that quotes the errors, an empty string among the causes", "2026-09"),
    ],
    asks=encrypted,
    claims=tuple((kind, owner, field) for owner, field in sorted(_FIELDS) for kind in ("missing", "type")),
    breaks=request(
        user("Hi"),
        assistant(
            native_call(),
            native_result(content=[{**_HIT, "encrypted_content": ""}]),
            text("At noon.", citations=[{**_CITATION, "encrypted_index": ""}]),
        ),
        user("And?"),
    ),
    spares=request(
        user("Hi"),
        assistant(native_call(), native_result(content=[_HIT]), text("At noon.", citations=[_CITATION])),
        user("And?"),
    ),
)
def encrypted_content(index: Index, target: Target) -> Hits:
    """What the API encrypted in a result comes back as it was.

    Search hits, redacted advice, the output of filtering code and the citations of searches carry a part that only the
    API can read; it is checked when the history comes back. Stores that keep only what a person can read lose it, and
    gateways that make up results for other vendors leave it empty. Whether a value that is there was altered, only
    the API can tell.
    """
    for fault in claimed(index, "encrypted-content"):
        holder, _, part = fault.loc.rpartition(".encrypted_")
        yield hit(fault.path, fault.kind, holder=holder, part=part)
    yield from _empty_hits(index)
    for kind, field in _RESULTS.items():
        for block in index.blocks(kind):
            held = block.value.get("content")
            if isinstance(held, dict) and held.get(field) == "":
                variant = "advisor" if kind == "advisor_tool_result" else field
                yield hit((*block.path, "content", field), variant)
    yield from _empty_citations(index)


def _empty_hits(index: Index) -> Hits:
    for block in index.blocks("web_search_tool_result"):
        for at in _empty(block.value.get("content"), "encrypted_content"):
            yield hit((*block.path, "content", at, "encrypted_content"), block=dotted(block.path))


def _empty_citations(index: Index) -> Hits:
    for block in once_each(index, _citing):
        yield from _of_text(block)


def _citing(message: Message) -> list[Block]:
    return [block for block in message.blocks if block.kind == "text" and block.value.get("citations")]


def _of_text(block: Block) -> Hits:
    for at in _empty(block.value["citations"], "encrypted_index"):
        yield hit((*block.path, "citations", at, "encrypted_index"), "encrypted_index")


def _empty(items: Any, field: str) -> Iterator[int]:
    """The positions of the items whose encrypted part is there and empty."""
    if isinstance(items, (list, tuple)):
        for at, item in enumerate(items):
            if isinstance(item, dict) and item.get(field) == "":
                yield at
