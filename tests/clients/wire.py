"""What goes over the wire, as the bytes that a client hands to its network."""

from typing import Any

import httpx2


class Wire(httpx2.HTTPTransport):
    """A transport that keeps what it sends.

    Attributes:
        bodies: of the requests, in order.
        headers: of the requests, names in lower case.
        answers: what came back, as the bytes that came.
    """

    def __init__(self) -> None:
        super().__init__()
        self.bodies: list[bytes] = []
        self.headers: list[dict[str, str]] = []
        self.answers: list[bytearray] = []

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        self.bodies.append(request.read())
        self.headers.append({name.lower(): value for name, value in request.headers.items()})
        response = super().handle_request(request)
        self.answers.append(bytearray())
        response.stream = _Kept(response.stream, self.answers[-1])
        return response


class _Kept(httpx2.SyncByteStream):
    def __init__(self, inner: Any, kept: bytearray) -> None:
        self._inner = inner
        self._kept = kept

    def __iter__(self) -> Any:
        for chunk in self._inner:
            self._kept += chunk
            yield chunk

    def close(self) -> None:
        self._inner.close()
