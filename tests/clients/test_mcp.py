"""The official client's helpers for MCP, with a real server in the process: tools, resources and prompts."""

import asyncio
import logging
from base64 import b64decode
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import anthropic
import pytest

from sendable import Target, repair, restore_ids
from sendable.conversation import Conversation, Message, Text, ToolCall, ToolResult
from sendable.prepare import prepare
from sendable.sources.mcp import tool_result_parts
from sendable.testing import MessagesApi
from sendable.wire.build import assistant, tool_result, user
from tests.clients.conftest import Tells
from tests.clients.media import PAGE, RED
from tests.clients.repairing import Repairing
from tests.emulator.calling import KEY

pytest.importorskip("mcp", reason="mcp is not installed")

import anyio.to_thread
from anthropic import beta_async_tool
from anthropic.lib.tools import mcp as helpers
from mcp import Client, types
from mcp.server import MCPServer

OPUS = "claude-opus-4-8"
PICTURE = types.ImageContent(data=RED, mime_type="image/png")
DOCUMENT = types.EmbeddedResource(
    resource=types.BlobResourceContents(uri="file:///page.pdf", blob=PAGE, mime_type="application/pdf")
)
RESULTS = {
    "look": types.CallToolResult(content=[types.TextContent(text="Here."), PICTURE, DOCUMENT]),
    "fail": types.CallToolResult(content=[types.TextContent(text="No."), PICTURE], is_error=True),
    "mute": types.CallToolResult(content=[], is_error=True),
    "hear": types.CallToolResult(
        content=[
            types.TextContent(text="Listen."),
            types.AudioContent(data="UklGRgAA", mime_type="audio/wav"),
            types.ResourceLink(name="more", uri="https://example.com/more"),
        ]
    ),
    "files.read": types.CallToolResult(content=[types.TextContent(text="42")]),
}
RESOURCES: list[tuple[str, str, Callable[[], Any]]] = [
    ("notes://today", "text/markdown", lambda: "# Notes"),
    ("file:///red.png", "image/png", lambda: b64decode(RED)),
    ("file:///page.pdf", "application/pdf", lambda: b64decode(PAGE)),
]


def server() -> MCPServer:
    made = MCPServer("media", log_level="CRITICAL")
    for name, result in RESULTS.items():
        made.tool(name, description=f"The tool {name}.")(_returning(result))
    for uri, kind, read in RESOURCES:
        made.resource(uri, name=uri, mime_type=kind)(read)
    made.prompt("summary")(lambda subject: f"Sum up {subject}.")
    return made


def _returning(result: types.CallToolResult) -> Callable[[], types.CallToolResult]:
    def call() -> types.CallToolResult:
        return result

    return call


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The server sets the level of the root logger, and the tool runner logs what its tools raise."""
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)


@asynccontextmanager
async def opened(messages_api: MessagesApi, *between: Any) -> AsyncIterator[tuple[Any, anthropic.AsyncAnthropic]]:
    """A client of the server, and one of the emulator."""
    async with (
        Client(server()) as session,
        anthropic.AsyncAnthropic(
            base_url=messages_api.base_url, api_key=KEY, max_retries=0, middleware=between
        ) as client,
    ):
        yield session, client


async def ran(messages_api: MessagesApi, name: str, *between: Any, **more: Any) -> str:
    """What the asynchronous tool runner ends with, with this tool of the server: a text, or why it was refused."""
    async with opened(messages_api, *between) as (session, client):
        tools = [helpers.async_mcp_tool(tool, session) for tool in await listed(session, name)]
        return await finished(client, tools, **more)


async def finished(client: anthropic.AsyncAnthropic, tools: list[Any], **more: Any) -> str:
    asked: Any = {"model": OPUS, "max_tokens": 1024, "tools": tools, "messages": [user("Go.")], **more}
    try:
        last: Any = await client.beta.messages.tool_runner(**asked).until_done()
    except anthropic.BadRequestError as refused:
        body: Any = refused.body
        return f"400 {body['error']['message']}"
    return str(last.content[-1].text)


async def listed(session: Any, name: str) -> list[Any]:
    return [tool for tool in (await session.list_tools()).tools if tool.name == name]


def calls(messages_api: MessagesApi, name: str) -> None:
    messages_api.script([{"match": "Go", "answers": [{"call": name}, "All right."]}])


def told_result(messages_api: MessagesApi) -> dict[str, Any]:
    """The one result in the last request."""
    (result,) = messages_api.requests[-1]["messages"][-1]["content"]
    assert result["type"] == "tool_result"
    return dict(result)


def assert_picture_and_page(content: list[Any]) -> None:
    assert [block["type"] for block in content] == ["text", "image", "document"]
    assert [block["source"]["data"] for block in content[1:]] == [RED, PAGE]


def test_text_picture_and_page_of_a_server_arrive_in_order(messages_api: MessagesApi, tells: Tells) -> None:
    calls(messages_api, "look")
    for between in ((), (Repairing(),)):
        assert asyncio.run(ran(messages_api, "look", *between)) == "All right."
        assert_picture_and_page(told_result(messages_api)["content"])
        assert asyncio.run(ran(messages_api, "look", *between, thread=False)) == "All right."
        assert_picture_and_page(told_result(messages_api)["content"])
    assert messages_api.rejections == []
    tells("anthropic", "MCP tools in the tool runner: a PNG and a PDF in one result", "answered", "answered")


def test_the_synchronous_runner_calls_the_server_from_its_thread(messages_api: MessagesApi) -> None:
    calls(messages_api, "look")

    async def run() -> str:
        async with Client(server()) as session:
            held: Any = session
            tools = [helpers.mcp_tool(tool, held) for tool in await listed(session, "look")]

            def ask() -> str:
                with anthropic.Anthropic(base_url=messages_api.base_url, api_key=KEY, max_retries=0) as client:
                    asked: Any = {"model": OPUS, "max_tokens": 1024, "tools": tools, "messages": [user("Go.")]}
                    runner: Any = client.beta.messages.tool_runner(**asked, stream=True)
                    return str([stream.get_final_message() for stream in runner][-1].content[-1].text)

            return await anyio.to_thread.run_sync(ask)

    assert asyncio.run(run()) == "All right."
    assert_picture_and_page(told_result(messages_api)["content"])


REFUSED = {
    "fail": (
        "a failed MCP call that returns a picture",
        "messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true",
        "hoist_error_media",
    ),
    "mute": (
        "a failed MCP call that says nothing",
        "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true",
        "fill_empty_error_results",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_failed_call_returns_is_refused_and_repaired(name: str, messages_api: MessagesApi, tells: Tells) -> None:
    scenario, message, by = REFUSED[name]
    calls(messages_api, name)
    for more in ({}, {"thread": False}):
        assert asyncio.run(ran(messages_api, name, **more)) == f"400 {message}"
        between = Repairing()
        assert asyncio.run(ran(messages_api, name, between, **more)) == "All right."
        assert between.applied == [by]
    tells("anthropic", f"tool runner: {scenario}", message, "answered")


def test_a_name_with_a_dot_is_refused_and_comes_back_as_it_was(messages_api: MessagesApi, tells: Tells) -> None:
    messages_api.script()
    message = "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"
    assert asyncio.run(ran(messages_api, "files.read")) == f"400 {message}"

    async def looped() -> Any:
        async with opened(messages_api) as (session, client):
            (tool,) = await listed(session, "files.read")
            declared = {"name": tool.name, "description": tool.description, "input_schema": tool.input_schema}
            asked: Any = {"model": OPUS, "max_tokens": 1024, "tools": [declared], "messages": [user("Read it.")]}
            repaired = repair(asked)
            answer = restore_ids(await client.messages.create(**repaired.request), repaired.ids)
            call = answer.content[-1]
            assert (call.type, call.name) == ("tool_use", "files.read")
            result = await session.call_tool(call.name, call.input)
            said = assistant(*(block.model_dump(exclude_none=True) for block in answer.content))
            back = tool_result(call.id, [helpers.mcp_content(part) for part in result.content])
            onward = repair({**asked, "messages": [user("Read it."), said, user(back)]}, state=repaired.state)
            return await client.messages.create(**onward.request)

    assert asyncio.run(looped()).stop_reason == "end_turn"
    assert told_result(messages_api)["content"] == [{"type": "text", "text": "42"}]
    tells("anthropic", "an MCP tool with a dot in its name", message, "answered, and called by the name that it has")


def content_of(result: types.CallToolResult) -> Any:
    """The content of a result, as sendable tells it."""
    parts, is_error, lost = tool_result_parts(result, audio="note")
    assert {one.path for one in lost} == {"content.1", "_meta"}
    call = Message(role="assistant", parts=[ToolCall(id="toolu_1", name="hear", arguments={})])
    back = Message(role="tool", parts=[ToolResult(call_id="toolu_1", parts=parts, is_error=is_error)])
    held = Conversation(messages=[Message(role="user", parts=[Text(text="Go.")]), call, back])
    done = prepare(held, Target(model=OPUS))
    return done.request["messages"][2]["content"][0]["content"]


def test_what_the_helpers_cannot_say_becomes_an_error(messages_api: MessagesApi, tells: Tells) -> None:
    calls(messages_api, "hear")
    assert asyncio.run(ran(messages_api, "hear")) == "All right."
    result = told_result(messages_api)
    error = "UnsupportedMCPValueError('Unsupported MCP content type: audio')"
    assert (result["content"], result["is_error"]) == (error, True)

    async def told() -> str:
        async with opened(messages_api) as (session, client):

            @beta_async_tool
            async def hear() -> Any:
                """Plays it."""
                return content_of(await session.call_tool("hear", {}))

            return await finished(client, [hear])

    assert asyncio.run(told()) == "All right."
    result = told_result(messages_api)
    assert "is_error" not in result
    first, note, link = (block["text"] for block in result["content"])
    assert first == "Listen."
    assert "audio" in note
    assert link == "[Resource: more, https://example.com/more]"
    tells(
        "anthropic",
        "an MCP result with audio and a resource link",
        f"answered: the whole result is told as an error, `{error}`",
        "answered: text for both, in a tool of one's own",
    )


def test_resources_prompts_and_files_are_sent_as_they_are(messages_api: MessagesApi, tells: Tells) -> None:
    async def run() -> None:
        async with opened(messages_api) as (session, client):
            read = [
                await session.read_resource(uri) for uri in ("notes://today", "file:///red.png", "file:///page.pdf")
            ]
            (prompt,) = (await session.get_prompt("summary", {"subject": "them"})).messages
            content: Any = [helpers.mcp_resource_to_content(resource) for resource in read]
            asked: Any = [user(*content), helpers.mcp_message(prompt)]
            await client.beta.messages.create(model=OPUS, max_tokens=99, messages=asked)
            file = await client.beta.files.upload(file=helpers.mcp_resource_to_file(read[-1]))
            assert (file.filename, file.mime_type) == ("page.pdf", "application/pdf")
            assert file.size_bytes == len(b64decode(PAGE))
            named: Any = user({"type": "document", "source": {"type": "file", "file_id": file.id}}, "What is it?")
            await client.beta.messages.create(
                model=OPUS, max_tokens=99, messages=[named], betas=["files-api-2025-04-14"]
            )

    asyncio.run(run())
    assert messages_api.rejections == []
    first, asked = messages_api.requests[0]["messages"]
    notes, picture, page = first["content"]
    assert (notes["source"]["data"], notes["source"]["media_type"]) == ("# Notes", "text/plain")
    assert (picture["source"]["data"], page["source"]["data"]) == (RED, PAGE)
    assert asked == {"role": "user", "content": [{"type": "text", "text": "Sum up them."}]}
    tells("anthropic", "MCP resources, also as files, and prompts", "answered", "answered")
