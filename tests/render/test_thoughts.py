import pytest

from sendable.conversation import RedactedThinking, Thinking
from sendable.render.style import Style
from sendable.render.thoughts import redacted_block, thinking_block

AS_TEXT = Style(thinking="text")


def test_signed_thinking_of_the_own_provider_is_sent_whatever_the_style() -> None:
    part = Thinking(text="hm", signature="s", extra={"novel": 1})
    expected = {"type": "thinking", "thinking": "hm", "signature": "s", "novel": 1}
    assert thinking_block(part, Style()) == thinking_block(part, AS_TEXT) == expected


def test_empty_thinking_with_a_signature_is_sent() -> None:
    assert thinking_block(Thinking(text="", signature="s"), Style()) is not None


@pytest.mark.parametrize(
    "part",
    [
        Thinking(text="hm"),
        Thinking(text="hm", signature=""),
        Thinking(text="hm", signature="s", provider="openai"),
        Thinking(text="hm", signature="s", provider=None),
    ],
)
def test_other_thinking_is_dropped_or_told(part: Thinking) -> None:
    assert thinking_block(part, Style()) is None
    assert thinking_block(part, AS_TEXT) == {"type": "text", "text": "hm"}


def test_blank_thinking_is_never_told() -> None:
    assert thinking_block(Thinking(text=" \n"), AS_TEXT) is None


def test_encrypted_thinking_is_sent_to_its_own_provider_only() -> None:
    assert redacted_block(RedactedThinking(data="d", extra={"n": 1}), AS_TEXT) == {
        "type": "redacted_thinking",
        "data": "d",
        "n": 1,
    }
    assert redacted_block(RedactedThinking(data="d", provider="openai"), AS_TEXT) is None
    assert redacted_block(RedactedThinking(data=""), AS_TEXT) is None
