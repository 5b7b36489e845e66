"""The official client for Python, as it is, with nothing but the address of the gateway."""

import asyncio
from typing import Any

import anthropic
import pytest

from tests.clients.broken import BROKEN, body_of
from tests.clients.conftest import Tells
from tests.clients.gateways import Front


def answers(address: str, body: dict[str, Any]) -> list[str]:
    """The texts of a plain and of a streamed answer."""
    with anthropic.Anthropic(base_url=address, api_key="any-key", max_retries=0) as client:
        plain = client.messages.create(**body)
        with client.messages.stream(**body) as stream:
            streamed = stream.get_final_message()
    last: list[Any] = [message.content[-1] for message in (plain, streamed)]
    return [block.text for block in last]


async def answers_asynchronously(address: str, body: dict[str, Any]) -> list[str]:
    async with anthropic.AsyncAnthropic(base_url=address, api_key="any-key", max_retries=0) as client:
        async with client.messages.stream(**body) as stream:
            message = await stream.get_final_message()
        return [block.text for block in message.content if block.type == "text"]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_conversation_goes_on_by_the_address_alone(name: str, front: Front, tells: Tells) -> None:
    messages, message = BROKEN[name]
    body = body_of(messages)
    with pytest.raises(anthropic.BadRequestError) as caught:
        answers(front.server.base_url, body)
    assert message in str(caught.value)
    assert answers(front.address, body) == ["All right.", "All right."]
    assert asyncio.run(answers_asynchronously(front.address, body)) == ["All right."]
    tells("anthropic", f"by the address alone: {name}", message, "answered, through the gateway")
