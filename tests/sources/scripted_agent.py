"""Runs of the OpenAI Agents SDK whose model says what it was told to say."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

ANSWERS: list[list[dict[str, Any]]] = [
    [
        {
            "id": "rs_1",
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": "Look it up."}],
            "encrypted_content": "gAAA",
        },
        {
            "id": "ws_1",
            "type": "web_search_call",
            "status": "completed",
            "action": {"type": "search", "query": "rome", "sources": [{"type": "url", "url": "https://rome.test"}]},
        },
        {"id": "fc_1", "type": "function_call", "call_id": "call_a", "name": "weather", "arguments": '{"city":"Rome"}'},
        {"id": "fc_2", "type": "function_call", "call_id": "call_b", "name": "photo", "arguments": '{"city":"Rome"}'},
    ],
    [
        {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": "It is sunny.", "annotations": []}],
        }
    ],
]


def run(database: Path, session: str = "ann", question: str = "Weather?") -> Any:
    """The result of a run, whose items stand in a session of that database."""
    agents = pytest.importorskip("agents")
    from openai.types.responses import Response

    agents.set_tracing_disabled(True)

    class Scripted(agents.Model):  # type: ignore[name-defined, misc]
        def __init__(self) -> None:
            self.answers = list(ANSWERS)

        async def get_response(self, *_: Any, **__: Any) -> Any:
            frame = {"id": "resp", "object": "response", "created_at": 1, "model": "gpt-5", "tools": []}
            rest = {"tool_choice": "auto", "parallel_tool_calls": True, "output": self.answers.pop(0)}
            output = Response.model_validate({**frame, **rest}).output
            return agents.ModelResponse(output=output, usage=agents.Usage(), response_id=None)

        def stream_response(self, *_: Any, **__: Any) -> Any:
            raise NotImplementedError

    @agents.function_tool  # type: ignore[untyped-decorator]
    def weather(city: str) -> str:
        return f"Sunny in {city}"

    @agents.function_tool  # type: ignore[untyped-decorator]
    def photo(city: str) -> Any:
        return agents.ToolOutputImage(image_url=f"https://{city}.test/a.png".lower())

    agent = agents.Agent(name="guide", model=Scripted(), tools=[weather, photo])
    kept = agents.SQLiteSession(session, database)
    try:
        return asyncio.run(agents.Runner.run(agent, question, session=kept))
    finally:
        kept.close()
