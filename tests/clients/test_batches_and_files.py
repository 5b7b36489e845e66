"""Batches and files from end to end with the official client, synchronous and asynchronous."""

import asyncio
from base64 import b64decode
from io import BytesIO
from typing import Any

import anthropic
import pytest

from sendable import Target, repair
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, image, tool, tool_result, tool_use, user
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED
from tests.emulator.calling import KEY, client_at

OPUS = "claude-opus-4-8"
FILES = ["files-api-2025-04-14"]
LOST = (
    "messages.2: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` "
    "block must have a corresponding `tool_result` block in the next message."
)
BROKEN: Any = {
    "model": OPUS,
    "max_tokens": 1024,
    "tools": [tool()],
    "messages": [user("Find it."), assistant(tool_use()), user("Never mind.")],
}
SOUND: Any = {"model": OPUS, "max_tokens": 1024, "messages": [user("Look at it.", image(RED))]}


def requests(*params: Any) -> Any:
    return [{"custom_id": f"request-{at}", "params": held} for at, held in enumerate(params)]


def verdict(line: Any) -> str:
    """What became of a request of a batch: a stop reason, or why it was refused."""
    result = line.result
    return str(result.message.stop_reason if result.type == "succeeded" else result.error.error.message)


def test_a_batch_tells_which_of_its_requests_breaks(messages_api: MessagesApi, tells: Tells) -> None:
    def verdicts(*params: Any) -> list[str]:
        with client_at(messages_api.base_url) as client:
            batch = client.messages.batches.create(requests=requests(*params))
            assert batch.processing_status == "in_progress"
            ended = client.messages.batches.retrieve(batch.id)
            assert (ended.processing_status, ended.request_counts.processing) == ("ended", 0)
            lines = list(client.messages.batches.results(batch.id))
            assert [line.custom_id for line in lines] == [f"request-{at}" for at in range(len(params))]
            client.messages.batches.delete(batch.id)
            with pytest.raises(anthropic.NotFoundError, match=batch.id):
                client.messages.batches.results(batch.id)
            return [verdict(line) for line in lines]

    assert verdicts(SOUND, BROKEN, SOUND) == ["end_turn", LOST, "end_turn"]
    mended = [repair(params).request for params in (SOUND, BROKEN, SOUND)]
    assert verdicts(*mended) == ["end_turn", "tool_use", "end_turn"]
    tells(
        "anthropic",
        "batches: a request whose result was lost among sound ones",
        f"{LOST} The others are answered",
        "answered",
    )


def test_the_same_with_the_asynchronous_client_and_its_beta(messages_api: MessagesApi) -> None:
    async def run(*params: Any) -> list[str]:
        async with anthropic.AsyncAnthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
            batches = client.beta.messages.batches
            made = await batches.create(requests=requests(*params))
            while (await batches.retrieve(made.id)).processing_status != "ended":
                await asyncio.sleep(0.01)
            assert [batch.id async for batch in batches.list()] == [made.id]
            return [verdict(line) async for line in await batches.results(made.id)]

    assert asyncio.run(run(SOUND, BROKEN, repair(BROKEN).request)) == ["end_turn", LOST, "tool_use"]


def named(kind: str, file_id: str) -> dict[str, Any]:
    return {"type": kind, "source": {"type": "file", "file_id": file_id}}


def looked_at(picture: str, page: str) -> dict[str, Any]:
    """A request with both files, one of them in a result."""
    messages = [
        user("Look at it."),
        assistant(tool_use()),
        user(
            tool_result(content=[{"type": "text", "text": "Here."}, named("image", picture)]), named("document", page)
        ),
    ]
    return {"model": OPUS, "max_tokens": 1024, "tools": [tool()], "messages": messages}


def test_files_are_named_in_results_and_batches_until_they_are_deleted(messages_api: MessagesApi, tells: Tells) -> None:
    red, pdf = b64decode(RED), b64decode(PAGE)
    with client_at(messages_api.base_url) as client:
        files = client.beta.files
        picture = files.upload(file=("red.png", red, "image/png"))
        page = files.upload(file=("page.pdf", BytesIO(pdf), "application/pdf"))
        assert [(file.filename, file.size_bytes) for file in files.list()] == [
            ("page.pdf", len(pdf)),
            ("red.png", len(red)),
        ]
        assert files.download(page.id).read() == pdf

        asked: Any = looked_at(picture.id, page.id)
        for sent in (asked, repair(asked, Target(betas=frozenset(FILES))).request):
            assert client.beta.messages.create(**sent, betas=FILES).stop_reason == "end_turn"
        batch = client.beta.messages.batches.create(requests=requests(asked), betas=FILES)
        assert client.beta.messages.batches.retrieve(batch.id).processing_status == "ended"
        assert [verdict(line) for line in client.beta.messages.batches.results(batch.id)] == ["end_turn"]

        files.delete(picture.id)
        with pytest.raises(anthropic.NotFoundError, match=picture.id):
            client.beta.messages.create(**asked, betas=FILES)
        with pytest.raises(anthropic.NotFoundError, match=picture.id):
            files.retrieve_metadata(picture.id)
    tells("anthropic", "files: uploaded, named in a result and in a batch", "answered", "answered")


def test_the_asynchronous_client_uploads_reads_and_deletes(messages_api: MessagesApi) -> None:
    async def run() -> None:
        async with anthropic.AsyncAnthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
            files = client.beta.files
            page = await files.upload(file=("page.pdf", b64decode(PAGE), "application/pdf"))
            assert (await files.retrieve_metadata(page.id)).mime_type == "application/pdf"
            assert await (await files.download(page.id)).read() == b64decode(PAGE)
            sent: Any = {**SOUND, "messages": [user(named("document", page.id), "What is it?")]}
            async with client.beta.messages.stream(**sent, betas=FILES) as stream:
                assert (await stream.get_final_message()).stop_reason == "end_turn"
            await files.delete(page.id)
            with pytest.raises(anthropic.NotFoundError, match=page.id):
                await client.beta.messages.create(**sent, betas=FILES)

    asyncio.run(run())
