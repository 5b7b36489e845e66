"""`POST /v1/messages/count_tokens`: the same checks, other fields, and an estimate."""

from typing import TYPE_CHECKING, Any

from sendable.emulator.bodies import request_of
from sendable.emulator.cache_usage import count as counted
from sendable.emulator.exchange import Answer, Call, json_answer
from sendable.emulator.headers import checked
from sendable.emulator.refusals import RefusedError
from sendable.emulator.routes import Route
from sendable.targets import Target
from sendable.wire.read import Source

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator


def count(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """Answer with an estimate of the tokens of the input.

    Raises:
        RefusedError: the API would refuse to count it.
    """
    betas = checked(call.headers)
    platform = emulator.options.platform
    source = request_of(call.body, call.headers, platform)
    target = Target(platform, None, betas, "count_tokens", emulator.options.enforces_prefix)
    return json_answer(estimate(emulator, source, target))


def estimate(emulator: "Emulator", source: Source, target: Target) -> dict[str, Any]:
    """The body of the answer.

    Raises:
        RefusedError: the API would refuse to count it.
    """
    emulator.requests.append(source.request)
    try:
        index, _, reading = emulator.judge.judged(source, target)
    except RefusedError as refused:
        refused.request = source.request
        raise
    total = counted(index, reading.dropped)
    edited = source.request.get("context_management") is not None
    return {"input_tokens": total, **({"context_management": {"original_input_tokens": total}} if edited else {})}
