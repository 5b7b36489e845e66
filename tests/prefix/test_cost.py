import base64

from sendable.prefix.cost import MEDIA_TOKENS, MESSAGES, SYSTEM, TOOLS, Restart, Sizes, place_of, size_of
from tests.prefix.conversations import answered, request, said

BODY = request(said("a"), answered("s"), said("b"), said("new"), system="S", tools=[{"name": "f"}])


def sizes(end: int) -> Sizes:
    import msgspec

    return Sizes(BODY, [msgspec.json.encode(message) for message in BODY["messages"]], end)


def test_what_stood_in_the_earlier_request_is_paid_again_from_the_place_on() -> None:
    parts = [size_of(message).bytes for message in BODY["messages"]]
    head = size_of(BODY["system"]).bytes
    assert sizes(3).restart(MESSAGES).bytes == sum(parts[:3])
    assert sizes(3).restart((1, -1)) == Restart("messages.1", sum(parts[1:3]), sizes(3).restart((1, -1)).tokens)
    assert sizes(3).restart(SYSTEM).bytes == head + sum(parts[:3])
    assert sizes(3).restart(TOOLS).bytes == size_of(BODY["tools"]).bytes + head + sum(parts[:3])
    assert sizes(3).restart((3, -1)).bytes == 0


def test_rest_of_a_message_counts_from_its_block_on() -> None:
    restart = sizes(2).restart((1, 1))
    assert (restart.path, restart.bytes) == ("messages.1.content.1", size_of(BODY["messages"][1]["content"][1:]).bytes)


def test_media_cost_tokens_that_their_bytes_do_not_say() -> None:
    data = base64.b64encode(b"x" * 300_000).decode()
    block = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}}
    size = size_of([block])
    assert size.bytes > 400_000
    assert MEDIA_TOKENS <= size.tokens < MEDIA_TOKENS + 100


def test_nothing_and_odd_values_have_a_size() -> None:
    assert size_of(None).bytes == 0
    assert size_of("\ud83d").bytes > 0


def test_path_lies_in_a_place() -> None:
    assert place_of(("tools", 1, "name")) == TOOLS
    assert place_of(("system", 0)) == SYSTEM
    assert place_of(("messages", 3, "content", 2, "text")) == (3, 2)
    assert place_of(("messages", 3, "role")) == (3, -1)
    assert place_of(("thinking",)) == MESSAGES
