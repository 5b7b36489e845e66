"""What only the live API can show; runs where ANTHROPIC_API_KEY is set, and costs a few thousand tokens."""

import base64
import os
import struct
import zlib
from typing import Any

import anthropic
import pytest

from sendable import Target, prepare
from sendable.conversation import Base64, Conversation, Document, Image, Message, Text, ToolCall, ToolResult
from sendable.wire.build import assistant, native_call, request, text, tool, tool_result, tool_use, user

pytestmark = pytest.mark.skipif("ANTHROPIC_API_KEY" not in os.environ, reason="needs ANTHROPIC_API_KEY")

MODEL = os.environ.get("SENDABLE_LIVE_MODEL", "claude-haiku-4-5")
SEARCH = {"type": "web_search_20250305", "name": "web_search", "max_uses": 1}
LOOK = tool("look", {"type": "object", "properties": {}})


def red_png() -> str:
    """A red square of 64 pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\xff\0\0" * 64) * 64
    header = struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)
    data = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + data).decode()


def pdf_saying(words: str) -> str:
    """A PDF of one page with one line of text."""
    stream = f"BT /F1 24 Tf 40 100 Td ({words}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, held in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, held)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + table + b"trailer\n<</Size 6/Root 1 0 R>>\n"
    return base64.b64encode(out + b"startxref\n%d\n%%%%EOF\n" % start).decode()


def answer(body: dict[str, Any]) -> str:
    """The text of the answer to a request that was sent."""
    client = anthropic.Anthropic()
    message = client.messages.create(**body)
    return " ".join(block.text for block in message.content if block.type == "text").lower()


def shown(part: Image | Document, question: str) -> str:
    """What the model says of media that a tool returned."""
    conversation = Conversation(
        messages=[
            Message(role="user", parts=[Text(text=question)]),
            Message(role="assistant", parts=[ToolCall(id="toolu_look1", name="look")]),
            Message(role="tool", parts=[ToolResult(call_id="toolu_look1", parts=[Text(text="Here it is."), part])]),
        ]
    )
    done = prepare(conversation, Target(model=MODEL), fields={"tools": [LOOK], "max_tokens": 200})
    assert done.accepted
    return answer(done.request)


def test_an_image_in_a_result_is_seen() -> None:
    picture = Image(source=Base64(data=red_png(), media_type="image/png"))
    assert "red" in shown(picture, "Look at the picture and name its colour in one word.")


def test_a_pdf_in_a_result_is_read() -> None:
    paper = Document(source=Base64(data=pdf_saying("The word is heron"), media_type="application/pdf"), name="note")
    assert "heron" in shown(paper, "Look at the document. Which word does it name?")


def test_a_history_with_an_unpaired_native_call_is_accepted_after_repair() -> None:
    broken = request(
        user("Search for something."),
        assistant(text("I will search."), native_call()),
        user("Never mind. Say hello."),
        tools=[SEARCH],
        model=MODEL,
        max_tokens=100,
    )
    done = prepare(broken)
    assert [change.by for change in done.changes] == ["drop_unpaired_native_calls"]
    assert answer(done.request)


@pytest.mark.parametrize(
    "held",
    [
        request(user("Say hello."), assistant(native_call()), tools=[SEARCH], model=MODEL, max_tokens=200),
        request(
            user("Look, and search for herons."),
            assistant(native_call(), tool_use("toolu_look1", "look")),
            user(tool_result("toolu_look1", "Nothing to see.")),
            tools=[LOOK, SEARCH],
            model=MODEL,
            max_tokens=400,
        ),
    ],
    ids=["paused turn", "beside a client call"],
)
def test_a_native_call_in_flight_is_accepted(held: dict[str, Any]) -> None:
    done = prepare(held)
    assert done.changes == []
    answer(done.request)
