"""Recorded answers of Claude, as the library stores them whole and added up from a stream, go back as they came."""

import functools
import gzip
import json
import operator
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sendable import Target
from sendable.render import render
from sendable.sources.load import load

lc = pytest.importorskip("langchain_core.messages", reason="needs langchain-core")
models = pytest.importorskip("langchain_anthropic", reason="needs langchain-anthropic")
pydantic = pytest.importorskip("pydantic", reason="needs pydantic")
beta = pytest.importorskip("anthropic.types.beta", reason="needs anthropic")

Json = dict[str, Any]

VERDICTS = Path(__file__).parents[2].parent / "shared" / "verdicts" / "open.jsonl.gz"
EVERY = 7
HEAD = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-4-5", "stop_sequence": None}
USAGE = {"input_tokens": 1, "output_tokens": 1}


@functools.cache
def answers() -> list[list[Json]]:
    """Distinct contents of accepted assistant turns, every so many, without what no response holds."""
    found: dict[str, list[Json]] = {}
    with gzip.open(VERDICTS, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        for line in lines:
            record = json.loads(line)
            messages = record["request"].get("messages", []) if record["verdict"] == "accepted" else []
            for content in (message["content"] for message in messages if message["role"] == "assistant"):
                if isinstance(content, list) and not any("cache_control" in block for block in content):
                    found[json.dumps(content, sort_keys=True)] = told(content)
    return list(found.values())[::EVERY]


def told(value: Any) -> Any:
    """A value without the nulls that the SDK's dump adds and the library takes out again."""
    if isinstance(value, dict):
        return {name: told(item) for name, item in value.items() if item is not None}
    return [told(item) for item in value] if isinstance(value, list) else value


@functools.cache
def model() -> Any:
    return models.ChatAnthropic(model="claude-sonnet-4-5", api_key="unused")


@functools.cache
def reader() -> Any:
    return pydantic.TypeAdapter(beta.BetaRawMessageStreamEvent).validate_python


def whole(blocks: list[Json]) -> Any:
    body = {**HEAD, "stop_reason": "tool_use", "usage": USAGE, "content": blocks}
    return model()._format_output(beta.BetaMessage.model_validate(body)).generations[0].message


def pieces(block: Json) -> tuple[Json, list[Json]]:
    """How a block is streamed: what it starts as, and what is added."""
    kind = block["type"]
    if kind == "text":
        cited = [{"type": "citations_delta", "citation": one} for one in block.get("citations", [])]
        texts = [{"type": "text_delta", "text": text} for text in (block["text"][:3], block["text"][3:])]
        return {**block, "text": "", "citations": [] if cited else None}, [*texts, *cited]
    if kind == "thinking":
        thought = {"type": "thinking_delta", "thinking": block["thinking"]}
        signed = {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, [thought, signed]
    if kind in ("tool_use", "server_tool_use", "mcp_tool_use"):
        written = json.dumps(block["input"])
        parts = ("", written[:4], written[4:])
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": part} for part in parts]
    if kind == "compaction":
        return {**block, "content": None}, [{"type": "compaction_delta", "content": block.get("content")}]
    return block, []


def events(blocks: list[Json]) -> Iterator[Json]:
    yield {"type": "message_start", "message": {**HEAD, "content": [], "stop_reason": None, "usage": USAGE}}
    for index, block in enumerate(blocks):
        start, added = pieces(block)
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield from ({"type": "content_block_delta", "index": index, "delta": delta} for delta in added)
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": "tool_use", "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": 1}}
    yield {"type": "message_stop"}


def streamed(blocks: list[Json]) -> Any:
    chunks, started = [], None
    for event in events(blocks):
        chunk, started = model()._make_message_chunk_from_anthropic_event(
            reader()(event), coerce_content_to_string=False, block_start_event=started
        )
        chunks += [chunk] if chunk is not None else []
    added = functools.reduce(operator.add, chunks)
    added.chunk_position = "last"
    return added


def as_v1(message: Any) -> Any:
    metadata = {**message.response_metadata, "output_version": "v1"}
    return message.model_copy(update={"content": message.content_blocks, "response_metadata": metadata})


@pytest.mark.skipif(not VERDICTS.exists(), reason="needs the recordings in ../shared/verdicts")
@pytest.mark.parametrize("keep", [whole, streamed])
def test_recorded_answers_go_back_as_they_came(keep: Any) -> None:
    for blocks in answers():
        held = keep(blocks)
        for message in (held, as_v1(held)):
            request = render(load([lc.HumanMessage("Hi"), message]), Target(model="claude-sonnet-4-5"))
            sent = [content for one in request["messages"][1:] for content in content_of(one)]
            assert told(sent) == blocks


def content_of(message: Json) -> list[Json]:
    content = message["content"]
    return [{"type": "text", "text": content}] if isinstance(content, str) else content
