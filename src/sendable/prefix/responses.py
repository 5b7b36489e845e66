"""Opens what a client gave for a response, or says what to hand over instead.

What can never be read is a mistake of the caller, and would be found out much later: nothing is foreseen of it.
"""

from collections.abc import Iterable
from inspect import isawaitable

from sendable.errors import UsageError

AWAIT = "this is no response yet: await it, and record what comes of it"
ASYNC = "an async stream is read by its owner: record the list of its events, or its final message"
UNREAD = "this response was not read yet: read it first, or record the stream that its parse() gives"
BODY = "record what the `body` of this response gives when it is read, not the response around it"
FORMS = "a response is a Message, its JSON, the events of a stream, or a response of httpx that was read, not {kind}"


def opened(response: object) -> object:
    """A response in a form that `answer_of` takes: the bytes of a response of httpx or of the SDK, else the same.

    Raises:
        UsageError: it is of a type that can never be read.
    """
    if response is None or isinstance(response, (str, bytes)) or hasattr(response, "model_dump"):
        return response
    if isinstance(response, (bytearray, memoryview)):
        return bytes(response)
    if isinstance(response, dict):
        if "content" not in response and hasattr(response.get("body"), "read"):
            raise UsageError(BODY)
        return response
    if isawaitable(response):
        raise UsageError(AWAIT)
    if hasattr(type(response), "__aiter__"):
        raise UsageError(ASYNC)
    return _read(response)


def _read(response: object) -> object:
    held = getattr(response, "http_response", response)  # the SDK's raw responses stand around one of httpx
    if hasattr(held, "status_code"):
        try:
            content = getattr(held, "content", None)
        except RuntimeError:  # of httpx: it streams, and nobody has read it
            raise UsageError(UNREAD) from None
        if isinstance(content, bytes):
            return content
    if isinstance(response, Iterable):
        return response
    raise UsageError(FORMS.format(kind=type(response).__name__))
