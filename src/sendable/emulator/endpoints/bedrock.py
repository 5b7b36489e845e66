"""Amazon Bedrock: `POST /model/{id}/invoke` and `/invoke-with-response-stream`."""

from base64 import b64encode
from typing import TYPE_CHECKING

from sendable.emulator.answering import Made, events, made, whole
from sendable.emulator.bodies import request_of
from sendable.emulator.exchange import Answer, Call, encoded
from sendable.emulator.headers import unknown_betas
from sendable.emulator.known_models import is_known
from sendable.emulator.refusals import RefusedError
from sendable.emulator.routes import Route
from sendable.targets import Target
from sendable.wire.aws_events import MEDIA_TYPE, exception, message

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator


def invoke(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Answer with a message.

    Raises:
        RefusedError: Bedrock would refuse it.
    """
    return whole(_made(emulator, call, route, "invoke"))


def stream(emulator: "Emulator", call: Call, route: Route) -> Answer:
    """Answer with the events of a message, in the framing of AWS.

    Raises:
        RefusedError: Bedrock would refuse it.
    """
    answer = _made(emulator, call, route, "invoke-with-response-stream")
    told, cut = events(answer)
    pieces = [
        exception("modelStreamErrorException", event["error"]["message"])
        if event["type"] == "error"
        else message("chunk", encoded({"bytes": b64encode(encoded(event)).decode("ascii")}))
        for event in told
    ]
    return Answer(
        headers={"x-amzn-bedrock-content-type": "application/json"},
        media_type=MEDIA_TYPE,
        pieces=pieces,
        delay=answer.plan.delay,
        pace=answer.plan.pace,
        cut=cut,
    )


def _made(emulator: "Emulator", call: Call, route: Route, endpoint: str) -> Made:
    if not call.headers.get("authorization"):
        raise RefusedError(403, "Missing Authentication Token", "MissingAuthenticationTokenException")
    source = request_of(call.body, call.headers, "bedrock")
    model = route.parts["model"]
    if not is_known(model):
        raise RefusedError(400, "The provided model identifier is invalid.", "ValidationException")
    if not isinstance(source.request.get("anthropic_version"), str):
        raise RefusedError(400, "anthropic_version: Field required", "ValidationException")
    betas = source.request.get("anthropic_beta")
    if isinstance(betas, list) and unknown_betas(name for name in betas if isinstance(name, str)):
        raise RefusedError(400, "invalid beta flag", "ValidationException")
    enforces = emulator.options.enforces_prefix
    return made(emulator, source, Target("bedrock", model, None, endpoint, enforces))
