import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sendable.conversation import dumps, loads
from sendable.errors import UnreadableError
from sendable.render import render
from sendable.sources.load import format_of, load
from sendable.targets import Target
from sendable.wire.build import assistant, cached, document, image, request, text, thinking, tool_result, tool_use, user

VERDICTS = Path(__file__).parents[2].parent / "shared" / "verdicts" / "open.jsonl.gz"
PLATFORMS = {"anthropic": "api", "bedrock-invoke": "bedrock", "bedrock-mantle": "bedrock"}

# Documented normal forms: a system message for a model that does not hear it is told as text (5 recordings), a Bedrock
# body gets its version (2).
KNOWN = 7


def accepted() -> Iterator[dict[str, Any]]:
    with gzip.open(VERDICTS, "rt", encoding="utf-8", errors="surrogatepass") as lines:
        for line in lines:
            record = json.loads(line)
            if record["verdict"] == "accepted":
                yield record


@pytest.mark.skipif(not VERDICTS.exists(), reason="needs the recordings in ../shared/verdicts")
def test_recorded_requests_come_back_equal() -> None:
    differing = []
    for record in accepted():
        conversation = load(record["request"], "anthropic")
        assert loads(dumps(conversation)) == conversation
        provider = record["provider"]
        target = Target(PLATFORMS.get(provider, provider), None, record["betas"], record["endpoint"])
        if render(conversation, target) != record["request"]:
            differing.append(record["id"])
    assert len(differing) <= KNOWN


def test_fields_without_a_name_go_back() -> None:
    held = request(
        user(text("hi", citations=None), cached(image(), "1h")),
        assistant(thinking(), tool_use(caller={"type": "direct"})),
        user(tool_result(content=[document(title="T", citations={"enabled": True})], is_error=False)),
        assistant({"type": "brand_new", "data": [1]}),
        user("bye"),
        model="claude-opus-4-8",
        tools=[{"type": "brand_new_tool"}, {"name": "a", "input_schema": {}, "strict": True}],
        system=[cached(text("s"))],
        novel={"x": 1},
    )
    assert render(load(held)) == held


def test_format_is_found_out() -> None:
    held = request(user("hi"))
    assert format_of(held) == "anthropic"
    assert format_of(json.dumps({"custom_id": "a", "params": held})) == "anthropic"
    assert format_of(json.dumps(held["messages"])) == "anthropic"
    assert format_of(dumps(load(held))) == "sendable"


@pytest.mark.parametrize("role", [{"a": 1}, [1], None, "brand_new"], ids=str)
def test_an_odd_role_is_named(role: Any) -> None:
    held = load({"model": "claude-sonnet-4-5", "messages": [{"role": role, "content": "x"}]}, "anthropic")
    assert [one.path for one in held.lost] == ["messages.0.role"]
    assert held.messages[0].role == "user"


def test_messages_may_be_a_tuple_and_nothing_else() -> None:
    assert len(load({"model": "m", "messages": (user("hello"),)}, "anthropic").messages) == 1
    odd_ones: list[Any] = ["x", None, {}]
    for odd in odd_ones:
        with pytest.raises(UnreadableError, match="no list"):
            load({"model": "m", "messages": odd}, "anthropic")


def test_media_in_the_system_prompt_go_back_for_the_contract_to_judge() -> None:
    body = {"model": "claude-sonnet-4-5", "max_tokens": 1, "system": [text("s"), image()], "messages": [user("hello")]}
    assert render(load(body, "anthropic"))["system"] == body["system"]


def test_an_answer_of_the_sdk_may_stand_in_a_list() -> None:
    types = pytest.importorskip("anthropic.types")
    said = types.Message.construct(role="assistant", content=[types.TextBlock(type="text", text="x")], type="message")
    assert format_of([user("hello"), said]) == "anthropic"
    assert len(load([user("hello"), said]).messages) == 2
