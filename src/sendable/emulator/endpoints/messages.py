"""`POST /v1/messages`."""

from typing import TYPE_CHECKING

from sendable.emulator.answering import made, streamed, whole
from sendable.emulator.bodies import request_of
from sendable.emulator.exchange import Answer, Call
from sendable.emulator.headers import checked
from sendable.emulator.routes import Route
from sendable.targets import Target

if TYPE_CHECKING:
    from sendable.emulator.emulator import Emulator


def create(emulator: "Emulator", call: Call, _route: Route) -> Answer:
    """Answer a request with a message, at once or as a stream.

    Raises:
        RefusedError: the API would refuse it.
    """
    betas = checked(call.headers)
    options = emulator.options
    source = request_of(call.body, call.headers, options.platform)
    target = Target(options.platform, betas=betas, enforces_prefix=options.enforces_prefix)
    whole_source = emulator.threads.whole(source, target)
    answer = made(emulator, whole_source, target)
    emulator.threads.keep(source.request, whole_source.request, answer.message)
    return streamed(answer) if source.request.get("stream") is True else whole(answer)
