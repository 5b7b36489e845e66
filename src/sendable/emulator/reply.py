"""From a plan to the message that is sent: ids, signatures, callers, figures, in the form of the API."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from sendable.contract.prefix_check import BINDING_BETA
from sendable.emulator import tokens
from sendable.emulator.cache_usage import Usage
from sendable.emulator.code_caller import code_caller
from sendable.emulator.identifiers import Identifiers
from sendable.emulator.limits import Ended, ended
from sendable.emulator.native_results import result_of
from sendable.emulator.plan import Plan
from sendable.emulator.script_parts import CodeCaller, NewId
from sendable.emulator.thinking_check import NONE, Reading
from sendable.emulator.thinking_maker import ThinkingMaker
from sendable.emulator.turn import Turn
from sendable.targets import Target
from sendable.wire.blocks import Json
from sendable.wire.kinds import NATIVE_CALLS, NATIVE_RESULTS

CONTEXT = ("context-management-2025-06-27", "compact-2026-01-12")
_CODE = frozenset({"code_execution", "bash_code_execution", "text_editor_code_execution"})
_LIFE = timedelta(minutes=10)


class Given(msgspec.Struct, frozen=True):
    """What an answer is made from, beside its plan.

    Attributes:
        turn: the turn that is answered.
        target: where the request went.
        usage: figures of the input.
        reading: what became of its thinking.
    """

    turn: Turn
    target: Target
    usage: Usage
    reading: Reading = NONE


def message_of(plan: Plan, given: Given, identifiers: Identifiers, thinking: ThinkingMaker) -> Json:
    """The message that answers a request.

    Args:
        plan: the answer in outline.
        given: what it answers.
        identifiers: gives the ids.
        thinking: signs the thinking.
    """
    blocks = _whole([*_opened(plan.blocks, given.turn), *plan.blocks], given.turn, identifiers)
    end = Ended(blocks) if plan.stop_reason else ended(blocks, given.turn.request)
    content = thinking.signed(end.blocks, given.turn, given.reading.last)
    message = {
        "model": given.turn.model,
        "id": identifiers.next("message"),
        "type": "message",
        "role": "assistant",
        "content": content,
        "stop_reason": plan.stop_reason or end.reason or _stop_reason(content),
        "stop_sequence": plan.stop_sequence if plan.stop_reason else end.sequence,
        "stop_details": plan.stop_details,
        "usage": _usage(given, content) | plan.usage,
    }
    return message | _extras(plan, given, content, identifiers)


def _opened(blocks: list[Json], turn: Turn) -> list[Json]:
    """The results of native calls in flight, which come first; those that the plan brings are left to it."""
    brought = {block.get("tool_use_id") for block in blocks}
    return [result_of(call.value) for call in turn.waiting if call.value.get("id") not in brought]


def _whole(blocks: list[Json], turn: Turn, identifiers: Identifiers) -> list[Json]:
    """The blocks with what the place holders stand for: the ids of one holder are the same."""
    ids: dict[int, str] = {}

    def settled(value: Any) -> Any:
        if isinstance(value, NewId):
            if id(value) not in ids:
                ids[id(value)] = identifiers.next(value.what)
            return ids[id(value)]
        if isinstance(value, CodeCaller):
            return code_caller(turn.tools, value.tool)
        if isinstance(value, dict):
            return {name: settled(item) for name, item in value.items()}
        return value

    return [_completed({name: settled(item) for name, item in block.items()}, identifiers) for block in blocks]


def _completed(block: Json, identifiers: Identifiers) -> Json:
    """A block with the fields that the API always sends."""
    kind = block.get("type")
    if kind in ("tool_use", *NATIVE_CALLS):
        name = block.get("id") or identifiers.next(str(kind))
        order = {"type": kind, "id": name, "name": block.get("name"), "input": {}}
        return order | block | {"id": name, "input": block.get("input") or {}}
    if kind == "text":
        return block if block.get("citations") else {"type": "text", "text": block.get("text", "")}
    return block


def _stop_reason(content: list[Json]) -> str:
    kinds = {block.get("type") for block in content}
    if "tool_use" in kinds:
        return "tool_use"
    answered = {block.get("tool_use_id") for block in content if block.get("type") in NATIVE_RESULTS}
    if any(block.get("type") in NATIVE_CALLS and block.get("id") not in answered for block in content):
        return "pause_turn"
    return "compaction" if kinds == {"compaction"} else "end_turn"


def _usage(given: Given, content: list[Json]) -> Json:
    usage = given.usage
    output = sum(map(tokens.of_block, content))
    thought = sum(tokens.of_block(block) for block in content if block.get("type") == "thinking")
    searches = _counted(content, "web_search")
    fetches = _counted(content, "web_fetch")
    figures: Json = {
        "input_tokens": usage.uncached,
        "cache_creation_input_tokens": sum(usage.written.values()),
        "cache_read_input_tokens": usage.read,
        "cache_creation": {
            "ephemeral_5m_input_tokens": usage.written.get("5m", 0),
            "ephemeral_1h_input_tokens": usage.written.get("1h", 0),
        },
        "output_tokens": max(output, 1),
        "service_tier": "standard",
        "inference_geo": given.turn.request.get("inference_geo") or "global",
    }
    if thought:
        figures["output_tokens_details"] = {"thinking_tokens": thought}
    if searches or fetches:
        figures["server_tool_use"] = {"web_search_requests": searches, "web_fetch_requests": fetches}
    return figures


def _counted(content: list[Json], name: str) -> int:
    return sum(block.get("type") == f"{name}_tool_result" for block in content)


def _extras(plan: Plan, given: Given, content: list[Json], identifiers: Identifiers) -> Json:
    """The fields that only some answers have."""
    extras: Json = {}
    if plan.container or any(block.get("type") == "server_tool_use" and block["name"] in _CODE for block in content):
        extras["container"] = _container(given.turn.request.get("container"), identifiers)
    elif given.turn.request.get("container") is not None:
        extras["container"] = _container(given.turn.request["container"], identifiers)
    betas = given.target.betas or frozenset()
    if BINDING_BETA in betas:
        extras["input_transformations"] = list(given.reading.transformations)
    if plan.context_management is not None:
        extras["context_management"] = plan.context_management
    elif given.turn.request.get("context_management") is not None and not betas.isdisjoint(CONTEXT):
        extras["context_management"] = {"applied_edits": []}
    return extras


def _container(sent: Any, identifiers: Identifiers) -> Json:
    name = sent.get("id") if isinstance(sent, dict) else sent
    ends = (datetime.now(UTC) + _LIFE).isoformat().replace("+00:00", "Z")
    return {"id": name if isinstance(name, str) and name else identifiers.next("container"), "expires_at": ends}
