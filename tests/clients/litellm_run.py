"""Runs LiteLLM, or the OpenAI Agents SDK over it, in an environment of its own; see test_litellm.py.

usage: python litellm_run.py '[{"client": ..., "address": ..., "messages": ..., "tools": ..., "repairs": bool}, ...]'
"""

import asyncio
import json
import os
import sys
from typing import Any

os.environ.update(LITELLM_LOCAL_MODEL_COST_MAP="True", OPENAI_AGENTS_DISABLE_TRACING="1", LITELLM_LOG="CRITICAL")

import httpx
import litellm
from litellm.llms.custom_httpx.http_handler import AsyncHTTPHandler, HTTPHandler

import sendable

MODEL = "anthropic/claude-opus-4-8"


class RepairingHandler(AsyncHTTPHandler):
    """What LiteLLM sends with; the Agents SDK copies its settings, and a client cannot be copied."""

    def __init__(self) -> None:
        super().__init__()
        self.client = httpx.AsyncClient(transport=sendable.AsyncTransport())

    def __deepcopy__(self, memo: Any) -> "RepairingHandler":
        return self


def completed(asked: dict[str, Any]) -> list[str]:
    """What LiteLLM answers, plain and streaming."""
    fields = {"model": MODEL, "api_base": asked["address"], "api_key": "any-key", "max_retries": 0, "max_tokens": 1024}
    if asked["repairs"]:
        fields["client"] = HTTPHandler(client=httpx.Client(transport=sendable.Transport()))
    fields |= {"messages": asked["messages"], "tools": asked["tools"]}
    plain = litellm.completion(**fields)
    pieces = litellm.completion(**fields, stream=True)
    streamed = "".join(piece.choices[0].delta.content or "" for piece in pieces)
    return [plain.choices[0].message.content, streamed]


def ran(asked: dict[str, Any]) -> list[str]:
    """What an agent of the Agents SDK answers, behind the items of a stored session."""
    from agents import Agent, ModelSettings, Runner, function_tool
    from agents.extensions.models.litellm_model import LitellmModel

    @function_tool
    def search() -> str:
        """Looks it up."""
        return "42"

    model = LitellmModel(MODEL, base_url=asked["address"], api_key="any-key")
    settings = ModelSettings(extra_args={"client": RepairingHandler()} if asked["repairs"] else {})
    agent = Agent("a", instructions="Be brief.", model=model, model_settings=settings, tools=[search])
    return [str(asyncio.run(Runner.run(agent, asked["messages"])).final_output)]


def told(asked: dict[str, Any]) -> dict[str, Any]:
    """The answers, or the refusal."""
    try:
        return {"text": (ran if asked["client"] == "openai-agents" else completed)(asked)}
    except litellm.BadRequestError as refused:
        return {"status": refused.status_code, "message": str(refused)}


if __name__ == "__main__":
    litellm.suppress_debug_info = True
    print(json.dumps([told(asked) for asked in json.loads(sys.argv[1])]))  # noqa: T201
