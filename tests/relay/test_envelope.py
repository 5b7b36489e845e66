import copy
import json
from typing import Any

import pytest
from hypothesis import given

from sendable.prepare import prepare
from sendable.relay import Relay, Settings
from sendable.relay.envelope import expanded
from sendable.targets import Target
from sendable.wire.build import assistant, request, tool_result, tool_use, user
from tests.clients.media import PAGE, RED
from tests.relay.talk import MESSAGES, packed
from tests.sources.damage import damaged

Json = dict[str, Any]

TEXT: Json = {"type": "text", "text": "Both:"}
IMAGE: Json = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": RED}}
DOCUMENT: Json = {"type": "document", "mime_type": "application/pdf", "data": PAGE, "name": "page.pdf", "size_bytes": 9}


def envelope(*blocks: Any, **fields: Any) -> str:
    return json.dumps({"$content_blocks": list(blocks), **fields})


def history(content: Any, **fields: Any) -> Json:
    return request(user("Draw it."), assistant(tool_use()), user({**tool_result(), "content": content, **fields}))


def result(body: Json) -> Json:
    held: Json = body["messages"][2]["content"][0]
    return held


def test_an_envelope_becomes_one_result_with_its_blocks_in_their_order() -> None:
    body = history(envelope(TEXT, IMAGE, DOCUMENT))
    before = copy.deepcopy(body)
    after = expanded(body)
    pdf = {"type": "base64", "media_type": "application/pdf", "data": PAGE}
    opened = [TEXT, IMAGE, {"type": "document", "source": pdf, "title": "page.pdf"}]
    assert result(after) == {"type": "tool_result", "tool_use_id": "toolu_1", "content": opened}
    assert body == before
    assert after["messages"][:2] == before["messages"][:2]
    assert after["messages"][0] is body["messages"][0]


@pytest.mark.parametrize("blocks", [[TEXT, IMAGE, DOCUMENT], [TEXT], [TEXT, TEXT], [], [{"type": "text", "text": ""}]])
def test_it_is_the_result_that_a_stored_history_of_flink_agents_gives(blocks: list[Json]) -> None:
    call = {
        "id": "8d3c2f0e",
        "type": "function",
        "function": {"name": "chart", "arguments": {}},
        "original_id": "toolu_1",
    }
    told = envelope(*blocks)
    stored = [
        {"role": "user", "content": "Draw it.", "tool_calls": [], "extra_args": {}},
        {"role": "assistant", "content": "", "tool_calls": [call], "extra_args": {}},
        {"role": "tool", "content": told, "tool_calls": [], "extra_args": {"external_id": "toolu_1"}},
    ]
    options = {"expand_content_blocks": True}
    python = prepare(stored, Target(model="claude-opus-4-8"), source_options=options).request
    assert json.dumps(result(expanded(history(told)))) == json.dumps(result(python))


@pytest.mark.parametrize(
    ("own", "told", "sent"),
    [
        ({}, {"is_error": True}, {"is_error": True}),
        ({}, {"is_error": None}, {}),
        ({"is_error": False}, {"is_error": True}, {"is_error": False}),
        ({"is_error": True}, {}, {"is_error": True}),
        ({"cache_control": {"type": "ephemeral"}}, {}, {"cache_control": {"type": "ephemeral"}}),
    ],
)
def test_the_other_fields_of_the_result_stay_and_its_flag_goes_before_that_of_the_envelope(
    own: Json, told: Json, sent: Json
) -> None:
    assert result(expanded(history(envelope(TEXT, **told), **own))) == {
        "type": "tool_result",
        "tool_use_id": "toolu_1",
        "content": [TEXT],
        **sent,
    }


ORDINARY: list[Any] = [
    "",
    "It is sunny.",
    '{"temperature": 20}',
    "The mark is $content_blocks",
    f"See: {envelope(TEXT)}",
    f"{envelope(TEXT)} and more",
    json.dumps(envelope(TEXT)),
    envelope(TEXT, more=1),
    envelope(TEXT, {"type": "tool_use", "id": "a", "name": "rm", "input": {}}),
    envelope(TEXT, {"type": "image", "source": {"type": "file", "file_id": "file_1"}}),
    envelope({"type": "document", "mime_type": "text/plain", "url": "https://a/b"}),
    envelope({"type": "document", "mime_type": "text/plain", "data": "/w=="}),
    [{"type": "text", "text": envelope(TEXT)}],
    [envelope(TEXT)],
    [IMAGE],
    None,
    {"$content_blocks": [TEXT]},
]


@pytest.mark.parametrize("content", ORDINARY, ids=range(len(ORDINARY)))
def test_anything_else_stays_the_very_request(content: Any) -> None:
    body = history(content)
    assert expanded(body) is body


def test_only_results_are_looked_into() -> None:
    told = envelope(TEXT)
    body = request(user(told), assistant(told, tool_use(input={"a": told})), user(tool_result(), told), system=told)
    assert expanded(body) is body


def test_it_is_done_once() -> None:
    once = expanded(history(envelope({"type": "text", "text": envelope(IMAGE)})))
    assert expanded(once) is once


@pytest.mark.parametrize("mode", ["repair", "check", "observe", "signed"])
def test_only_what_is_repaired_is_opened_and_told_to_be(mode: str) -> None:
    """All else goes as it came, and is judged so."""
    relay = Relay(Settings(mode="repair" if mode == "signed" else mode, expand_content_blocks=True))
    came = packed(history(envelope(TEXT)))
    headers = {"authorization": "AWS4-HMAC-SHA256"} if mode == "signed" else {}
    passage = relay.passage(came, headers, MESSAGES)
    assert (
        passage.report.opened == (mode == "repair") == ("opened" in passage.report.headers().get("sendable-notes", ""))
    )
    assert (passage.body is came) == (mode != "repair")


@given(damaged(history(envelope(TEXT, IMAGE, DOCUMENT))))
def test_no_shape_of_a_request_makes_it_fail(body: Any) -> None:
    if isinstance(body, dict):
        expanded(body)
