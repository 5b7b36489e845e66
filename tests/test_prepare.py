import json
from typing import Any

import pytest

from sendable import Target, UsageError, repair
from sendable.conversation import (
    Audio,
    Base64,
    CachePoint,
    Conversation,
    Image,
    Message,
    Part,
    Raw,
    Text,
    ToolCall,
    ToolResult,
    dumps,
)
from sendable.errors import CachePointError, ContentDecodeError, UnreadableError, UnsupportedContentBlockError
from sendable.prepare import prepare
from sendable.render import Style
from sendable.wire.build import assistant, request, tool_use, user
from tests.test_cases import CASES

MODEL = "claude-sonnet-4-5"
TARGET = Target(model=MODEL)
PNG = (CASES / "media" / "png-1x1.b64").read_text(encoding="ascii").strip()


def asked(*parts: Part, **fields: Any) -> Conversation:
    """A conversation in which a tool was called and gave these parts."""
    result = ToolResult(call_id="call_a|fc:1.2", parts=list(parts), **fields)
    return Conversation(
        messages=[
            Message(role="user", parts=[Text(text="Look.")], bare=True),
            Message(role="assistant", parts=[ToolCall(id="call_a|fc:1.2", name="files.read")]),
            Message(role="tool", parts=[result]),
        ]
    )


def test_foreign_ids_and_names_are_mapped_on_the_wire_alone() -> None:
    conversation = asked(Text(text="a"))
    done = prepare(conversation, TARGET)
    call, result = done.request["messages"][1]["content"][0], done.request["messages"][2]["content"][0]
    assert call["id"] == result["tool_use_id"] != "call_a|fc:1.2"
    assert done.remaining == []
    assert conversation == asked(Text(text="a"))


def test_failed_result_with_an_image_is_rendered_as_it_is_and_then_repaired() -> None:
    image = Image(source=Base64(data=PNG, media_type="image/png"))
    done = prepare(asked(Text(text="Failed."), image, is_error=True), TARGET)
    assert done.remaining == []
    assert done.request["messages"][2]["content"][0]["type"] == "tool_result"
    assert any(change.rule == "tool-result-error-media" for change in done.changes)
    assert PNG in json.dumps(done.request)


def test_bytes_that_are_declared_wrong_are_relabelled() -> None:
    red = (CASES / "media" / "png-red-64x64.b64").read_text(encoding="ascii").strip()
    done = prepare(asked(Image(source=Base64(data=red, media_type="image/jpeg"))), TARGET)
    assert done.remaining == []
    assert '"media_type": "image/png"' in json.dumps(done.request)


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        (Audio(source=Raw(data=b"x", media_type="audio/wav")), UnsupportedContentBlockError),
        (Image(source=Raw(data=b"BM", media_type="image/bmp")), UnsupportedContentBlockError),
        (CachePoint(), CachePointError),
    ],
)
def test_what_has_no_form_is_an_error_with_its_place(part: Part, kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        prepare(asked(part), TARGET)
    assert getattr(caught.value, "path", "") == "messages.2.parts.0.parts.0"


def test_undecodable_text_is_no_unsupported_content() -> None:
    history = {
        "sendable_conversation": 1,
        "messages": [
            {
                "role": "user",
                "parts": [
                    {"part": "document", "source": {"part": "base64", "data": "?", "media_type": "text/plain"}},
                ],
            }
        ],
    }
    with pytest.raises(ContentDecodeError) as caught:
        prepare(json.dumps(history), TARGET)
    assert caught.value.path == "messages.0.parts.0"


def test_clean_request_comes_through_unchanged() -> None:
    held = request(user("hi"), assistant("hello"), user("bye"), model=MODEL)
    done = prepare(held, form="anthropic")
    assert done.request == held
    assert done.changes == []


def test_preparing_a_request_is_repairing_it() -> None:
    held = request(user("hi"), assistant(tool_use("a")), model=MODEL)
    assert prepare(held).request == repair(held).request


def test_stored_conversation_gives_what_the_conversation_gives() -> None:
    assert prepare(dumps(asked(Text(text="a"))), TARGET).request == prepare(asked(Text(text="a")), TARGET).request


def test_fields_win_over_what_was_stored() -> None:
    held = request(user("hi"), model=MODEL, max_tokens=5, temperature=0.5)
    done = prepare(held, fields={"max_tokens": 7, "system": "Be brief."})
    assert (done.request["max_tokens"], done.request["temperature"], done.request["system"]) == (7, 0.5, "Be brief.")


def test_model_is_known_where_the_body_holds_none() -> None:
    prefill = request(user("hi"), assistant("So"), model="claude-opus-4-8")
    done = prepare(prefill, Target("bedrock"))
    assert "model" not in done.request
    assert [change.rule for change in done.changes] == ["prefill-unsupported"]


def test_style_and_options_reach_their_part() -> None:
    done = prepare(asked(Text(text="a"), Text(text="b")), TARGET, style=Style(text_results="string"), max_loss="keeps")
    assert done.request["messages"][2]["content"][0]["content"] == "ab"
    with pytest.raises(UsageError):
        prepare(asked(), TARGET, no_such_option=True)


def test_what_is_no_history_is_unreadable() -> None:
    for source in (b"\xff", "x", 3, {"a": 1}):
        with pytest.raises(UnreadableError):
            prepare(source, TARGET)
