"""A request as the client sent it: checked to be plain HTTP/1.x to this very gateway, and otherwise left as it is."""

import re
from urllib.parse import unquote_to_bytes

import msgspec
from aiohttp.web import BaseRequest

from sendable.gateway.hop_by_hop import Headers
from sendable.gateway.refusals import GatewayError, bad_request, header_too_large

_DOTS = re.compile(rb"(?:^|[/\\])\.\.?(?:[/\\;]|$)")
_VERSIONS = ((1, 1), (1, 0))


class Asked(msgspec.Struct, frozen=True):
    """What a client asks for.

    Attributes:
        method: as it was sent.
        target: path and query, byte for byte.
        headers: names and values, byte for byte and in order.
        length: bytes that the body is said to have; None where nothing is said.
        chunked: whether the body comes in chunks.
        waits: whether the client waits for a `100 Continue` before it sends its body.
    """

    method: str
    target: bytes
    headers: Headers
    length: int | None = None
    chunked: bool = False
    waits: bool = False

    @property
    def path(self) -> str:
        """The path as it was sent, percent-escapes and all."""
        return self.target.partition(b"?")[0].decode("latin-1")

    @property
    def plain_headers(self) -> dict[str, str]:
        """The headers by lower-case name; those of one name are joined."""
        joined: dict[str, str] = {}
        for raw_name, raw_value in self.headers:
            name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
            joined[name] = f"{joined[name]}, {value}" if name in joined else value
        return joined


def asked_of(request: BaseRequest, max_header: int) -> Asked:
    """What a request asks for.

    Raises:
        GatewayError: it is no proper HTTP/1.x, wants another host or another protocol, or its head is too large.
    """
    message = request._message  # The one place where the target stands as it was sent.
    target = message.path.encode("utf-8", "surrogateescape")
    headers: Headers = message.raw_headers
    if tuple(message.version) not in _VERSIONS:
        raise bad_request("Only HTTP/1.1 and HTTP/1.0 are spoken here.", "http-version")
    if len(target) + sum(len(name) + len(value) + 4 for name, value in headers) > max_header:
        raise header_too_large()
    _own_target(message.method, target)
    fields = _lower(headers)
    if b"websocket" in fields.get(b"upgrade", b"").lower():
        raise bad_request("This gateway changes to no other protocol.", "upgrade")
    chunked = _is_chunked(fields, message.version == (1, 1))
    return Asked(message.method, target, headers, _length(fields), chunked, _waits(fields, message.version == (1, 1)))


def has_dot_segment(path: bytes) -> bool:
    """Whether a path has `.` or `..` for a segment, also where that is written with escapes or behind a backslash."""
    return _DOTS.search(unquote_to_bytes(path)) is not None


def _own_target(method: str, target: bytes) -> None:
    if method == "CONNECT" or not target.startswith(b"/"):
        raise bad_request("Only paths of the gateway's own upstream can be asked for.", "target")
    if b"#" in target or has_dot_segment(target.partition(b"?")[0]):
        raise bad_request("The path has a fragment or a dot segment.", "target")


def _lower(headers: Headers) -> dict[bytes, bytes]:
    """The headers that matter to framing; two of one name are joined, so that neither is overlooked."""
    fields: dict[bytes, bytes] = {}
    for name, value in headers:
        key = name.lower()
        fields[key] = fields[key] + b"," + value if key in fields else value
    return fields


def _is_chunked(fields: dict[bytes, bytes], modern: bool) -> bool:
    coding = fields.get(b"transfer-encoding")
    if coding is None:
        return False
    # The parser has refused most of these already; a second look costs nothing.
    if not modern or coding.strip().lower() != b"chunked" or b"content-length" in fields:
        raise bad_request("The length of the body is not told in one clear way.", "framing")
    return True


def _length(fields: dict[bytes, bytes]) -> int | None:
    said = fields.get(b"content-length")
    if said is None:
        return None
    if not said.isdigit():
        raise bad_request("The length of the body is not told in one clear way.", "framing")
    return int(said)


def _waits(fields: dict[bytes, bytes], modern: bool) -> bool:
    expected = fields.get(b"expect")
    if expected is None:
        return False
    if expected.strip().lower() != b"100-continue":
        raise GatewayError(417, "invalid_request_error", "The expectation is not known.", "expectation", closes=True)
    return modern
