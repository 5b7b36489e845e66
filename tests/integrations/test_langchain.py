"""The middleware for agents of LangChain, in real runs against the emulator."""

import asyncio
from typing import Any

import anthropic
import pytest

from sendable.relay import Report
from sendable.testing import MessagesApi

pytest.importorskip("langchain", reason="langchain is not installed")
pytest.importorskip("langchain_anthropic", reason="langchain-anthropic is not installed")

from langchain.agents import create_agent
from langchain_core.language_models import FakeListChatModel
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage

import sendable
from sendable.integrations.langchain import SendableMiddleware, with_sendable
from tests.clients.test_langchain import BINDING, BROKEN, SEARCH, Chats, search


@pytest.fixture
def chats(messages_api: MessagesApi) -> Chats:
    return Chats(messages_api.base_url)


@pytest.mark.parametrize("name", BROKEN)
def test_an_agent_goes_on_from_a_broken_history(chats: Chats, messages_api: MessagesApi, name: str) -> None:
    messages_api.script([{"match": "?", "answers": [{"call": "search"}, "It is 42."]}, {"answer": "All right."}])
    stored, message = BROKEN[name]
    tools = [search, SEARCH]
    with pytest.raises(anthropic.BadRequestError) as refused:
        create_agent(chats.alone(), tools=tools).invoke({"messages": stored})
    assert refused.value.body["error"]["message"] == message  # type: ignore[index]
    told: list[Report] = []
    agent: Any = create_agent(chats.alone(), tools=tools, middleware=[SendableMiddleware(on_report=told.append)])
    after = agent.invoke({"messages": stored})
    assert after["messages"][-1].text
    assert told[0].verdict == "repaired"
    # What is kept are the messages of the application.
    assert [message.content for message in after["messages"][: len(stored)]] == [held.content for held in stored]
    assert list(agent.stream({"messages": stored}, stream_mode="messages"))

    async def run() -> Any:
        return await agent.ainvoke({"messages": stored})

    assert asyncio.run(run())["messages"][-1].text


def test_the_model_is_equipped_once_and_shares_its_ledger(chats: Chats, messages_api: MessagesApi) -> None:
    messages_api.script([{"thinking": "Hm."}, "Since."])
    chat = chats.alone(BINDING, thinking={"type": "adaptive"})
    told: list[Report] = []
    between = SendableMiddleware(on_report=told.append)
    first = create_agent(chat, system_prompt="It is 10:41.", middleware=[between])
    after: Any = first.invoke({"messages": [HumanMessage("Why?")]})
    later = create_agent(chat, system_prompt="It is 10:42.", middleware=[between])
    assert later.invoke({"messages": [*after["messages"], HumanMessage("And?")]})
    assert [(report.verdict, report.retried) for report in told] == [("accepted", ""), ("repaired", "")]
    assert messages_api.rejections == []


def test_a_chat_model_alone(chats: Chats, messages_api: MessagesApi) -> None:
    stored, _ = BROKEN["a client call whose result was lost"]
    alone = chats.alone()
    made = with_sendable(alone)
    for chat in (made, made.bind_tools([search])):
        assert chat.invoke(stored).content
        assert list(chat.stream(stored))

    async def run() -> None:
        # LangChain shares one HTTP client among its models, which belongs to one loop.
        assert (await made.ainvoke(stored)).content
        assert [piece async for piece in made.bind_tools([search]).astream(stored)]

    asyncio.run(run())
    with pytest.raises(sendable.RejectedError):
        with_sendable(alone, sendable.Middleware("check")).invoke(stored)
    with pytest.raises(anthropic.BadRequestError):
        alone.invoke(stored)


def test_models_of_others_are_left_alone() -> None:
    agent: Any = create_agent(FakeListChatModel(responses=["All right."]), middleware=[SendableMiddleware()])
    stored = [SystemMessage("Be brief."), HumanMessage("Hi"), AIMessage(""), ToolMessage("42", tool_call_id="a")]
    assert agent.invoke({"messages": stored})["messages"][-1].text == "All right."
