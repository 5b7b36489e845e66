"""Google Cloud: `POST …/publishers/anthropic/models/{model}:rawPredict` and `:streamRawPredict`."""

from typing import TYPE_CHECKING

from sendable.emulator.answering import made, streamed, whole
from sendable.emulator.bodies import request_of
from sendable.emulator.endpoints.count_tokens import estimate
from sendable.emulator.exchange import Answer, Call, json_answer
from sendable.emulator.headers import require_known_betas
from sendable.emulator.refusals import RefusedError, bad_request
from sendable.emulator.routes import Route
from sendable.targets import Target
from sendable.wire.read import Source

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator


def predict(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Answer with a message.

    Raises:
        RefusedError: Google Cloud would refuse it.
    """
    return whole(made(emulator, *_read(emulator, call, route.parts["model"], "messages")))


def stream(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Answer with the events of a message.

    Raises:
        RefusedError: Google Cloud would refuse it.
    """
    return streamed(made(emulator, *_read(emulator, call, route.parts["model"], "messages")))


def count(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """Answer with an estimate of the tokens; the body names the model.

    Raises:
        RefusedError: Google Cloud would refuse it.
    """
    return json_answer(estimate(emulator, *_read(emulator, call, None, "count_tokens")))


def _read(emulator: "Emulator", call: Call, model: str | None, endpoint: str) -> tuple[Source, Target]:
    if not call.headers.get("authorization"):
        raise RefusedError(401, "Request is missing required authentication credential.")
    betas = require_known_betas(call.headers)
    source = request_of(call.body, call.headers, "vertex")
    if model is not None and not isinstance(source.request.get("anthropic_version"), str):
        raise bad_request("anthropic_version: Field required")
    return source, Target("vertex", model, betas, endpoint, emulator.options.enforces_prefix)
