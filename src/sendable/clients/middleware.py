"""The middleware of the official SDK."""

from typing import Any, Unpack

import anthropic

from sendable.clients.crossing import Crossing, Options
from sendable.clients.http_parts import REFUSED
from sendable.clients.off_loop import off_loop
from sendable.clients.rejected import RejectedError
from sendable.clients.response_report import remember
from sendable.clients.sdk_client import SdkClient
from sendable.clients.sdk_request import Asked, asked, sent, unseen
from sendable.clients.sdk_response import http_of, passed
from sendable.relay import Passage

RAW = "X-Stainless-Raw-Response"
"""By this header the SDK's methods say that their caller wants the response itself."""


class Middleware(anthropic.Middleware):
    """Repairs the requests of a client on their way, and maps their answers back.

        client = anthropic.Anthropic(middleware=[sendable.Middleware()])

    Each attempt of a request passes here. Requests to other endpoints are left alone, and so is one in which there is
    nothing to change. For the clients of the clouds the platform is that of the client.

    Args:
        mode: "repair" changes what would be refused; "check" raises before sending; "observe" sends everything as it
            is, and reports.
        options: see `Options`.

    Raises:
        UsageError: a name or a value that does not exist.
    """

    def __init__(self, mode: str = "repair", **options: Unpack[Options]) -> None:
        self._crossing = Crossing(mode, options)

    def handle(self, request: anthropic.APIRequest, call_next: anthropic.CallNext) -> anthropic.APIResponse[Any]:
        """Pass one attempt of a request on.

        Raises:
            RejectedError: it is held back.
        """
        client = SdkClient(call_next)
        came = asked(request, client, self._crossing.platform)
        if came is None:
            return call_next(unseen(request, client, anthropic.omit))
        passage = self._passage(came)
        response = call_next(sent(request, came, passage, anthropic.omit))
        http = http_of(response)
        if http is not None and http.status_code in REFUSED:
            http.read()
            again = passage.retry(http.status_code, http.content)
            if again is not None:
                passage, response = again, call_next(sent(request, came, again, anthropic.omit))
                http = http_of(response)
        if http is None:
            return response
        response, answer = passed(response, http, passage, None)
        if http.is_closed:
            answer.settle()
        if _is_parsed(request, http):
            remember(response.parse(), passage.report)
        return response

    async def handle_async(
        self, request: anthropic.APIRequest, call_next: anthropic.AsyncCallNext
    ) -> anthropic.AsyncAPIResponse[Any]:
        """Pass one attempt of a request of an asynchronous client on; see `handle`."""
        client = SdkClient(call_next)
        came = asked(request, client, self._crossing.platform)
        if came is None:
            return await call_next(unseen(request, client, anthropic.omit))
        waits = self._crossing.waits
        passage = await off_loop(waits, self._passage, came)
        response = await call_next(sent(request, came, passage, anthropic.omit))
        http = http_of(response)
        if http is not None and http.status_code in REFUSED:
            await http.aread()
            again = await off_loop(waits, passage.retry, http.status_code, http.content)
            if again is not None:
                passage, response = again, await call_next(sent(request, came, again, anthropic.omit))
                http = http_of(response)
        if http is None:
            return response
        response, answer = passed(response, http, passage, self._settles)
        if http.is_closed:
            await self._settles(answer.settle)
        if _is_parsed(request, http):
            remember(await response.parse(), passage.report)
        return response

    def _passage(self, came: Asked) -> Passage:
        passage = self._crossing.passage(came.body, came.headers, came.where)
        if passage.refusal is not None:
            raise RejectedError(passage.report)
        return passage

    async def _settles(self, settle: Any) -> None:
        await off_loop(self._crossing.waits, settle)


def _is_parsed(request: anthropic.APIRequest, http: Any) -> bool:
    """Whether the caller gets a model made of the response, which then has no place for a report."""
    wants_response = RAW in request.headers or request.stream
    return http.is_success and not wants_response and request.cast_to is not type(http)
