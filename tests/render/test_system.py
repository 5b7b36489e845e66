import pytest

from sendable.conversation import (
    Base64,
    CachePoint,
    Conversation,
    Image,
    Message,
    Part,
    Text,
    Thinking,
    Verbatim,
)
from sendable.errors import CachePointError, UnsupportedContentBlockError
from sendable.render.style import Style
from sendable.render.system import hears_system_messages, leading_system, system_field
from sendable.targets import Target

STYLE = Style()


def system(*parts: Part) -> Message:
    return Message(role="system", parts=list(parts))


@pytest.mark.parametrize(
    ("target", "hears"),
    [
        (Target(model="claude-opus-4-8"), True),
        (Target("vertex", "claude-opus-4-8"), True),
        (Target("foundry", "claude-opus-4-8"), False),
        (Target(model="claude-sonnet-4-5"), False),
        (Target(model="claude-sonnet-5"), False),
        (Target(model="of-tomorrow"), False),
        (Target(), False),
    ],
)
def test_who_hears_a_later_system_message(target: Target, hears: bool) -> None:
    assert hears_system_messages(target) is hears


def test_only_what_stands_before_everything_leads() -> None:
    user = Message(role="user", parts=[])
    assert leading_system(Conversation(messages=[system(), system(), user, system()])) == 2
    assert leading_system(Conversation(messages=[user, system()])) == 0
    assert leading_system(Conversation(messages=[])) == 0


def test_no_prompt_is_no_field_and_an_empty_one_stays() -> None:
    assert system_field(Conversation(messages=[]), 0, STYLE) is None
    assert system_field(Conversation(messages=[], system=[]), 0, STYLE) == []
    assert system_field(Conversation(messages=[system()]), 1, STYLE) is None


def test_string_becomes_a_list_when_something_joins_it() -> None:
    stored = Conversation(messages=[system(Text(text="b"), CachePoint())], system=[Text(text="a")], system_bare=True)
    assert system_field(stored, 0, STYLE) == "a"
    assert system_field(stored, 1, STYLE) == [
        {"type": "text", "text": "a"},
        {"type": "text", "text": "b", "cache_control": {"type": "ephemeral"}},
    ]


def test_blocks_of_the_provider_stay_and_the_rest_is_left_out() -> None:
    odd = system(Verbatim(provider="anthropic", block={"type": "new"}), Thinking(text="x"))
    assert system_field(Conversation(messages=[odd]), 1, STYLE) == [{"type": "new"}]


def test_errors_say_where() -> None:
    png = Image(source=Base64(data="", media_type="image/png"))
    held = Conversation(messages=[system(Text(text="a")), system(Text(text="b"), png)])
    with pytest.raises(UnsupportedContentBlockError, match="not system messages") as caught:
        system_field(held, 2, STYLE)
    assert caught.value.path == "messages.1.parts.1"
    with pytest.raises(CachePointError) as other:
        system_field(Conversation(messages=[], system=[CachePoint()]), 0, STYLE)
    assert other.value.path == "system.0"


@pytest.mark.parametrize(
    "held",
    [[Text(text="a"), Text(text="b")], [Text(text="a", extra={"x": 1})], [Text(text="a"), CachePoint()]],
    ids=range(3),
)
def test_a_prompt_of_more_than_one_plain_text_is_never_bare(held: list[Text | CachePoint]) -> None:
    conversation = Conversation(messages=[], system=held, system_bare=True)
    assert isinstance(system_field(conversation, 0, STYLE), list)
